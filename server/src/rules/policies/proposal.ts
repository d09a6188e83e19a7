// SPDX-License-Identifier: Apache-2.0
/** A proposed policy set: checked as an apply checks it, and read with the ids of the stored policies. */
import type { AppPolicyTestRequest, PolicyApplyRequest, PolicySpec } from '@svc/contract';
import type { IdentifiedPolicy, Steps } from '@svc/core/policy';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import type { PolicyThreads } from '../policy-jobs/index.ts';
import { placeholderId, readPolicy } from '../policy-jobs/index.ts';
import { faultless } from './check-policies.ts';
import { checkProposal } from './test-policies.ts';

/** One of both. */
export type Proposal = Pick<AppPolicyTestRequest, 'policies' | 'change'>;

/** @throws ApiError 400 with the path of each fault, 404 for a change of no policy, 429, 503 */
export async function checkProposedSet(
  threads: PolicyThreads,
  snapshot: OrganizationSnapshot,
  proposal: Proposal,
): Promise<void> {
  checkProposal(snapshot, proposal);
  const { organizationId, settings } = snapshot;
  const body = JSON.stringify({ ...proposal, cases: [] });
  const job = { kind: 'test' as const, body, stored: [], agents: [], resources: [], settings, budgets: [], atMs: 0 };
  faultless(await threads.test(organizationId, job, 0));
}

/** Policies are read in steps of about this much JSON. */
const READ_CHARACTERS_PER_STEP = 200_000;

/** The whole set. A policy with the name of a stored one has its id; a new one has an id that no stored one has. */
export function* proposedSet(
  { policies }: OrganizationSnapshot,
  { policies: whole, change }: Proposal,
): Steps<IdentifiedPolicy[]> {
  if (whole !== undefined) {
    const idOf = new Map(policies.map(({ id, name }) => [name, id]));
    return whole.map((policy, place) => identified(policy, idOf.get(policy.name) ?? placeholderId(place)));
  }
  const id = change?.id?.toLowerCase() ?? null;
  const set: IdentifiedPolicy[] = [];
  let length = 0;
  for (const record of policies) {
    if (record.id === id) continue;
    set.push(readPolicy(record));
    length += record.text.length;
    if (length < READ_CHARACTERS_PER_STEP) continue;
    yield;
    length = 0;
  }
  if (change?.policy != null) set.push(identified(change.policy, id ?? placeholderId(0)));
  return set;
}

/** The set that an apply would leave. */
export function* appliedSet(
  { policies }: OrganizationSnapshot,
  { policies: payload, prune = false }: PolicyApplyRequest,
): Steps<IdentifiedPolicy[]> {
  const named = new Map(payload.map((policy) => [policy.name, policy]));
  const set: IdentifiedPolicy[] = [];
  let length = 0;
  for (const record of policies) {
    const policy = named.get(record.name);
    if (policy !== undefined) set.push(identified(policy, record.id));
    else if (!prune) set.push(readPolicy(record));
    named.delete(record.name);
    length += record.text.length;
    if (length < READ_CHARACTERS_PER_STEP) continue;
    yield;
    length = 0;
  }
  return [...set, ...[...named.values()].map((policy, place) => identified(policy, placeholderId(place)))];
}

const identified = (policy: PolicySpec, id: string): IdentifiedPolicy => ({ ...policy, id });
