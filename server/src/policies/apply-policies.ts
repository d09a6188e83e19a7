/** Brings the policy set of an organization to a payload: plan, then one transaction with its audit entries. */
import {
  POLICIES_PER_ORGANIZATION_MAX,
  POLICY_SET_BYTES_MAX,
  type PolicyApplyRequest,
  type PolicyApplyResponse,
} from '@svc/contract';
import { type PolicyChange, planChanges } from '@svc/core/policy';
import type pg from 'pg';
import { invalid } from '../errors/index.ts';
import { type ChangeOrigin, changeOrganization, entriesOf } from '../heads/index.ts';
import { type OrganizationSnapshot, type OrganizationSnapshots, StaleRules } from '../organizations/index.ts';
import { checkPolicies } from './check-policies.ts';
import { storeChanges } from './store-changes.ts';

/** @throws ApiError 400 with the paths of the faults @throws StaleRules when the snapshot is older than the database */
export async function applyPolicies(
  deps: { pool: pg.Pool; snapshots: OrganizationSnapshots },
  snapshot: OrganizationSnapshot,
  request: PolicyApplyRequest,
  origin: ChangeOrigin,
): Promise<PolicyApplyResponse> {
  const warnings = [...checkPolicies(request.policies)];
  const changes = planChanges(snapshot.policies, request.policies, request.prune ?? false);
  checkSize(snapshot, request, changes);
  const dryRun = request.dryRun ?? false;
  if (dryRun || changes.every((change) => change.op === 'unchanged')) await deps.snapshots.assertCurrent(snapshot);
  else await write(deps.pool, snapshot, request, changes, origin);
  return { dryRun, changes, warnings };
}

/** The size of the set after the changes. A set that only shrinks is never refused. */
function checkSize(
  snapshot: OrganizationSnapshot,
  request: PolicyApplyRequest,
  changes: readonly PolicyChange[],
): void {
  const created = changes.filter((change) => change.op === 'create').length;
  if (changes.every((change) => change.op === 'delete' || change.op === 'unchanged')) return;
  const replaced = new Set(changes.map((change) => change.name));
  const kept = snapshot.policies.filter((policy) => !replaced.has(policy.name));
  const count = kept.length + request.policies.length;
  const bytes = Buffer.byteLength(JSON.stringify([kept, request.policies]));
  if (bytes > POLICY_SET_BYTES_MAX) {
    throw invalid(
      'policies',
      `would make ${bytes} bytes of policies; an organization has at most ${POLICY_SET_BYTES_MAX}`,
    );
  }
  if (created > 0 && count > POLICIES_PER_ORGANIZATION_MAX) {
    throw invalid(
      'policies',
      `would make ${count} policies; an organization has at most ${POLICIES_PER_ORGANIZATION_MAX}`,
    );
  }
}

async function write(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  request: PolicyApplyRequest,
  changes: readonly PolicyChange[],
  origin: ChangeOrigin,
): Promise<void> {
  const { organizationId } = snapshot;
  await changeOrganization(pool, organizationId, async (transaction, head) => {
    // The plan was made, and the key checked, under the snapshot: both hold only while nothing else has changed.
    if (head.generation !== snapshot.generation) throw new StaleRules();
    const version = head.policySetVersion + 1;
    const stored = await storeChanges(transaction, {
      organizationId,
      version,
      origin,
      changes,
      current: snapshot.policies,
      payload: request.policies,
    });
    return { result: undefined, entries: entriesOf(organizationId, stored, origin), policySetVersion: version };
  });
}
