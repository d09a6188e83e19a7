// SPDX-License-Identifier: Apache-2.0
/**
 * The computations over whole policy sets. Each is a function of texts, so that it runs in a worker thread as it runs
 * on the event loop: policy-threads.ts decides where.
 */
import { POLICIES_PER_ORGANIZATION_MAX, POLICY_SET_BYTES_MAX, type PolicyApplyRequest } from '@svc/contract';
import {
  checkPolicies,
  type IdentifiedPolicy,
  normalizePolicy,
  type PolicyChange,
  type PolicyFinding,
  planChanges,
} from '@svc/core/policy';
import { type Checked, type CheckJob, checkInSet } from './check-job.ts';
import { type Exported, type ExportJob, writeDocuments } from './export-job.ts';
import { readPolicy } from './read-policy.ts';
import { type Tested, type TestJob, testInSet } from './test-job.ts';

/** A stored policy with its spec as JSON. */
interface StoredText {
  readonly id: string;
  readonly text: string;
}

export interface ApplyJob {
  kind: 'apply';
  /** The `PolicyApplyRequest` as JSON. */
  body: string;
  stored: readonly StoredText[];
}

export type PolicyJob = ApplyJob | TestJob | CheckJob | ExportJob;

/** With faults the request is refused, and nothing else is answered. */
export type Planned = { faults: readonly PolicyFinding[] } | PlannedApply;

interface PlannedApply {
  changes: PolicyChange[];
  /** Length of what the changed policies were and will be, as JSON with every default. */
  changedBytes: number;
  warnings: PolicyFinding[];
}

export type PolicyJobResult = Planned | Tested | Checked | Exported;

export function runPolicyJob(job: PolicyJob): PolicyJobResult {
  switch (job.kind) {
    case 'apply':
      return planApply(job);
    case 'test':
      return testInSet(job);
    case 'check':
      return checkInSet(job);
    case 'export':
      return writeDocuments(job);
  }
}

export function planApply({ body, stored }: ApplyJob): Planned {
  const request = JSON.parse(body) as PolicyApplyRequest;
  const { errors, warnings } = checkPolicies(request.policies);
  if (errors.length > 0) return { faults: errors };
  const current = stored.map(readPolicy);
  const changes = planChanges(current, request.policies, request.prune ?? false);
  const tooLarge = sizeFault(current, request, changes);
  if (tooLarge !== null) return { faults: [tooLarge] };
  return { changes, changedBytes: changedBytes(current, request, changes), warnings: [...warnings] };
}

function changedBytes(
  current: readonly IdentifiedPolicy[],
  request: PolicyApplyRequest,
  changes: readonly PolicyChange[],
): number {
  const opOf = new Map(changes.map(({ name, op }) => [name, op]));
  const isChanged = ({ name }: { name: string }) => (opOf.get(name) ?? 'unchanged') !== 'unchanged';
  const changed = [...current, ...request.policies].filter(isChanged).map(normalizePolicy);
  return changed.reduce((sum, policy) => sum + Buffer.byteLength(JSON.stringify(policy)), 0);
}

/** The fault of the size of the set after the changes. A set that only shrinks has none. */
function sizeFault(
  current: readonly IdentifiedPolicy[],
  request: PolicyApplyRequest,
  changes: readonly PolicyChange[],
): PolicyFinding | null {
  const created = changes.filter((change) => change.op === 'create').length;
  if (changes.every((change) => change.op === 'delete' || change.op === 'unchanged')) return null;
  const replaced = new Set(changes.map((change) => change.name));
  const kept = current.filter((policy) => !replaced.has(policy.name));
  const count = kept.length + request.policies.length;
  const bytes = Buffer.byteLength(JSON.stringify([kept, request.policies]));
  const fault = (what: string, max: string): PolicyFinding => {
    return { path: 'policies', message: `would make ${what}; an organization has at most ${max}` };
  };
  if (bytes > POLICY_SET_BYTES_MAX) return fault(`${bytes} bytes of policies`, `${POLICY_SET_BYTES_MAX}`);
  if (created === 0 || count <= POLICIES_PER_ORGANIZATION_MAX) return null;
  return fault(`${count} policies`, `${POLICIES_PER_ORGANIZATION_MAX}`);
}
