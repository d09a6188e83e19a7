// SPDX-License-Identifier: Apache-2.0
/** Runs test cases against stored or proposed policies: POST /v1/policies/test. */
import { OPERATIONS, type PolicyTestRequest, type PolicyTestResponse } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { testPolicies } from '../../rules/policies/index.ts';
import type { MachineApiDeps } from './deps.ts';

/**
 * @param body the request, and its text: a long one goes to a worker thread as it came
 * @throws ApiError 400 with the path of each fault; 401 and 403 for the key; 429 and 503 when too many tests wait
 */
export async function testPoliciesAs(
  { pool, snapshots, policyThreads }: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'policyThreads'>,
  access: Access,
  body: { request: PolicyTestRequest; text: string },
): Promise<PolicyTestResponse> {
  const nowMs = pool.clock.nowMs();
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const { agentId } = await checkCaller(snapshot, access, OPERATIONS.testPolicies.permission, nowMs);
    const answer = await testPolicies(policyThreads, snapshot, { ...body, agentId }, nowMs);
    await snapshots.assertCurrent(snapshot);
    return answer;
  });
}
