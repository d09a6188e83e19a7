// SPDX-License-Identifier: Apache-2.0
/** Lists the policies: GET /v1/policies. */
import { OPERATIONS } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { listPolicies } from '../../rules/policy-jobs/index.ts';
import type { MachineApiDeps } from './deps.ts';

/** @returns a `PolicyListResponse` as JSON @throws ApiError 401 and 403 for the key, 503 when too much waits */
export async function listPoliciesAs(
  { pool, snapshots }: Pick<MachineApiDeps, 'pool' | 'snapshots'>,
  access: Access,
): Promise<string> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    await snapshots.assertCurrent(snapshot);
    await checkCaller(snapshot, access, OPERATIONS.listPolicies.permission, pool.clock.nowMs());
    return await listPolicies(snapshot);
  });
}
