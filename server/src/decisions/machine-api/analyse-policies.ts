// SPDX-License-Identifier: Apache-2.0
/** Analyses the stored policies: GET /v1/policies/analysis. */
import { OPERATIONS, type PolicyAnalysis } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { analysePolicies } from '../../rules/proofs/index.ts';
import type { MachineApiDeps } from './deps.ts';

/**
 * The answer names the version that it is about, so a change beside it does not make it wrong.
 * @throws ApiError 400 for a set that takes too long; 401 and 403 for the key; 429 and 503 when too many proofs wait
 */
export async function analysePoliciesAs(
  { pool, snapshots, proofThreads }: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'proofThreads'>,
  access: Access,
  gone: AbortSignal,
): Promise<PolicyAnalysis> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    await checkCaller(snapshot, access, OPERATIONS.analyzePolicies.permission, pool.clock.nowMs());
    await snapshots.assertCurrent(snapshot);
    return await analysePolicies(proofThreads.until(gone), snapshot);
  });
}
