// SPDX-License-Identifier: Apache-2.0
/** Proves claims about stored or proposed policies: POST /v1/policies/prove. */
import { OPERATIONS, type PolicyProveRequest, type PolicyProveResponse } from '@svc/contract';
import { type Access, checkKeyFor } from '../../organization/callers/index.ts';
import { type FaultLog, provePolicies } from '../../rules/proofs/index.ts';
import type { MachineApiDeps } from './deps.ts';

/**
 * The proof is about the policies that are stored when it begins. The answer names their version.
 * @param body the request, its text, which goes to a worker thread as it came, and the signal of a caller who has gone
 * @throws ApiError 400 with the path of each fault; 401 and 403 for the key; 429 and 503 when too many proofs wait
 */
export async function provePoliciesAs(
  { pool, snapshots, proofThreads }: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'proofThreads'>,
  log: FaultLog,
  access: Access,
  { gone, ...body }: { request: PolicyProveRequest; text: string; gone: AbortSignal },
): Promise<PolicyProveResponse> {
  const nowMs = pool.clock.nowMs();
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    checkKeyFor(snapshot, access, OPERATIONS.provePolicies.permission, nowMs);
    await snapshots.assertCurrent(snapshot);
    return await provePolicies({ threads: proofThreads.until(gone), log }, snapshot, body, nowMs);
  });
}
