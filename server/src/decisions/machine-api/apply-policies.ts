// SPDX-License-Identifier: Apache-2.0
/** Brings the policy set to a payload, or plans that: POST /v1/policies/apply. */
import { OPERATIONS, type PolicyApplyRequest, type PolicyApplyResponse, type PolicyDifference } from '@svc/contract';
import { type Access, checkKeyFor } from '../../organization/callers/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { appliedSet, applyPolicies } from '../../rules/policies/index.ts';
import { comparePolicies, type FaultLog, refuseLooser } from '../../rules/proofs/index.ts';
import type { MachineApiDeps } from './deps.ts';

/**
 * @param body the request, and its text: a long one goes to a worker thread as it came
 * @param call its signal is aborted when the caller has gone
 * @throws ApiError 400 with the path of each fault; 401 and 403 for the key; 429 and 503 as applying says
 */
export async function applyPoliciesAs(
  deps: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'policyThreads' | 'proofThreads' | 'policyGuard' | 'impacts'>,
  access: Access,
  body: { request: PolicyApplyRequest; text: string },
  { signal, log }: { signal: AbortSignal; log: FaultLog },
): Promise<PolicyApplyResponse> {
  const nowMs = deps.pool.clock.nowMs();
  const { dryRun = false, impactDays: days, difference: isCompared = false, refuse } = body.request;
  if (days !== undefined && !dryRun) throw invalid('impactDays', 'needs `dryRun`: true');
  const planned = await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const key = checkKeyFor(snapshot, access, OPERATIONS.applyPolicies.permission, nowMs);
    const origin = {
      nowMs,
      actor: { type: 'key', id: key.id },
      source: 'policies-as-code',
      keyPrefix: key.prefix,
    } as const;
    let difference: PolicyDifference | undefined;
    // Under the snapshot that the transaction compares: what was compared is what changes.
    const answer = await applyPolicies(deps, snapshot, body, origin, async () => {
      if (!isCompared && refuse === undefined) return;
      const threads = dryRun ? deps.proofThreads : deps.proofThreads.ofChanges;
      difference = await comparePolicies({ threads, log }, snapshot, body.request, nowMs);
      if (refuse === 'looser') refuseLooser(difference);
    });
    return { snapshot, answer: difference === undefined ? answer : { ...answer, difference } };
  });
  if (days === undefined) return planned.answer;
  const asked = { proposed: appliedSet(planned.snapshot, body.request), days };
  return { ...planned.answer, impact: await deps.impacts.evaluate(planned.snapshot, asked, signal) };
}
