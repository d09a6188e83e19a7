// SPDX-License-Identifier: Apache-2.0
/** Brings the policy set of an organization to a payload: plan, then one transaction with its audit entries. */
import type { PolicyApplyRequest, PolicyApplyResponse } from '@svc/contract';
import type { PolicyChange } from '@svc/core/policy';
import type pg from 'pg';
import {
  type OrganizationSnapshot,
  type OrganizationSnapshots,
  StaleRules,
} from '../../organization/organizations/index.ts';
import { selectAuthorities } from '../../people/memberships/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type ChangeOrigin, changeOrganization, entriesOf } from '../../storage/heads/index.ts';
import type { PolicyThreads } from '../policy-jobs/index.ts';
import { fewApprovers, readPolicy } from '../policy-jobs/index.ts';
import { checkChangeBudget } from './change-budget.ts';
import { faultless } from './check-policies.ts';
import type { AskedChange, Guarded, PolicyGuard } from './guard.ts';
import { appliedSet } from './proposal.ts';
import { resolveInSteps } from './resolve-changes.ts';
import { storePrepared } from './store-changes.ts';

/**
 * @param text the request as JSON
 * @param beforeWrite may refuse the change, which is valid
 * @throws ApiError 400 with the paths of the faults, and for what takes too long
 * @throws ApiError 409 for a change that breaks an enforcing guardrail
 * @throws ApiError 429 beyond the changes of a day, and when too many of the organization wait
 * @throws ApiError 503 when too many wait in all
 * @throws StaleRules when the snapshot is older than the database
 */
export async function applyPolicies(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots; policyThreads: PolicyThreads; policyGuard: PolicyGuard },
  snapshot: OrganizationSnapshot,
  { request, text }: { request: PolicyApplyRequest; text: string },
  origin: ChangeOrigin,
  beforeWrite: () => Promise<void> = async () => undefined,
): Promise<PolicyApplyResponse> {
  const { organizationId, policies } = snapshot;
  const planned = await deps.policyThreads.plan(organizationId, { kind: 'apply', body: text, stored: policies });
  const { changes, changedBytes, warnings } = faultless(planned);
  const dryRun = request.dryRun ?? false;
  await beforeWrite();
  const guarded = await deps.policyGuard.check(
    snapshot,
    async () => await TURNS.run(organizationId, appliedSet(snapshot, request)),
    { nowMs: origin.nowMs, isPlan: dryRun, asked: askedBy(origin, request) },
  );
  if (dryRun || changes.every((change) => change.op === 'unchanged')) await deps.snapshots.assertCurrent(snapshot);
  else await write(deps.pool, snapshot, request, { changes, changedBytes, guarded }, origin);
  const { brokenClaims } = guarded;
  const few = await fewApprovers(
    request.policies,
    (place) => `policies[${place}].`,
    () => inTransaction(deps.pool, [organizationId], (transaction) => selectAuthorities(transaction, organizationId)),
  );
  return {
    dryRun,
    changes,
    warnings: [...warnings, ...few.map(({ path, message }) => ({ path, message }))],
    ...(brokenClaims !== undefined && { brokenClaims }),
  };
}

async function write(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  request: PolicyApplyRequest,
  { changes, changedBytes, guarded }: { changes: readonly PolicyChange[]; changedBytes: number; guarded: Guarded },
  origin: ChangeOrigin,
): Promise<void> {
  const { organizationId } = snapshot;
  const size = { changes: changes.filter(({ op }) => op !== 'unchanged').length, bytes: changedBytes };
  // Who has no room is told before the work, and once more under the lock.
  await inTransaction(pool, [organizationId], (transaction) =>
    checkChangeBudget(transaction, organizationId, origin.nowMs, size),
  );
  const planned = { changes, current: snapshot.policies, payload: request.policies };
  const prepared = await TURNS.run(organizationId, resolveInSteps(planned, readPolicy, origin.nowMs));
  await changeOrganization(pool, organizationId, async (transaction, head) => {
    // The plan was made, and the key checked, under the snapshot: both hold only while nothing else has changed.
    if (head.generation !== snapshot.generation) throw new StaleRules();
    const version = head.policySetVersion + 1;
    const stored = await storePrepared(transaction, { organizationId, version, origin, prepared });
    const more = await guarded.keep(transaction, version);
    const entries = entriesOf(organizationId, [...stored, ...more], origin);
    return { result: undefined, entries, policySetVersion: version };
  });
}

/** Only the change itself, without what is asked about it. */
function askedBy({ actor }: ChangeOrigin, { policies, prune = false }: PolicyApplyRequest): AskedChange {
  if (actor.type === 'system') throw new Error('a task of the service does not apply policies');
  return { kind: 'applyPolicies', subject: null, request: { policies, prune }, author: { ...actor, type: actor.type } };
}
