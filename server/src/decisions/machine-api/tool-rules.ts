// SPDX-License-Identifier: Apache-2.0
/** Lists tool rules, and brings them to a payload: GET /v1/tool-rules and POST /v1/tool-rules/apply. */
import {
  OPERATIONS,
  type ToolRulesApplyRequest,
  type ToolRulesApplyResponse,
  type ToolRulesListResponse,
} from '@svc/contract';
import { type Access, checkCaller, checkKeyFor } from '../../organization/callers/index.ts';
import { holdChange } from '../../rules/proposals/index.ts';
import { applyToolRules, listToolRulesForKeys } from '../../rules/tool-rules/index.ts';
import type { MachineApiDeps } from './deps.ts';

/** @throws ApiError 401 and 403 for the key */
export async function listToolRulesAs(
  { pool, snapshots }: Pick<MachineApiDeps, 'pool' | 'snapshots'>,
  access: Access,
): Promise<ToolRulesListResponse> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    await snapshots.assertCurrent(snapshot);
    await checkCaller(snapshot, access, OPERATIONS.listToolRules.permission, pool.clock.nowMs());
    return await listToolRulesForKeys(pool, access.organizationId);
  });
}

/** @throws ApiError 400 with the path of each fault; 401 and 403 for the key; 409 as applying says */
export async function applyToolRulesAs(
  deps: Pick<MachineApiDeps, 'pool' | 'snapshots'>,
  access: Access,
  request: ToolRulesApplyRequest,
): Promise<ToolRulesApplyResponse> {
  const nowMs = deps.pool.clock.nowMs();
  const { toolRules, prune = false } = request;
  const asked = { kind: 'applyToolRules', subject: null, request: { toolRules, prune }, by: 'key' } as const;
  return await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const key = checkKeyFor(snapshot, access, OPERATIONS.applyToolRules.permission, nowMs);
    const actor = { type: 'key', id: key.id } as const;
    const origin = { actor, nowMs, source: 'policies-as-code', keyPrefix: key.prefix };
    return await applyToolRules(deps, snapshot, request, origin, holdChange(asked));
  });
}
