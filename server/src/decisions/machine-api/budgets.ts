// SPDX-License-Identifier: Apache-2.0
/** Lists budgets, and brings them to a payload: GET /v1/budgets and POST /v1/budgets/apply. */
import { type BudgetApplyRequest, type BudgetApplyResponse, type BudgetListResponse, OPERATIONS } from '@svc/contract';
import { type Access, checkCaller, checkKeyFor } from '../../organization/callers/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import { applyBudgets, listBudgetsForKeys } from '../../rules/budgets/index.ts';
import { holdChange } from '../../rules/proposals/index.ts';
import type { MachineApiDeps } from './deps.ts';

/** @throws ApiError 401 and 403 for the key */
export async function listBudgetsAs(
  { pool, snapshots }: Pick<MachineApiDeps, 'pool' | 'snapshots'>,
  access: Access,
): Promise<BudgetListResponse> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    await snapshots.assertCurrent(snapshot);
    await checkCaller(snapshot, access, OPERATIONS.listBudgets.permission, pool.clock.nowMs());
    return await listBudgetsForKeys(pool, access.organizationId);
  });
}

/** @throws ApiError 400 with the path of each fault; 401 and 403 for the key; 409 as applying says */
export async function applyBudgetsAs(
  deps: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'impacts'>,
  access: Access,
  request: BudgetApplyRequest,
  signal: AbortSignal,
): Promise<BudgetApplyResponse> {
  const nowMs = deps.pool.clock.nowMs();
  const { budgets, prune = false, dryRun = false, impactDays: days } = request;
  if (days !== undefined && !dryRun) throw invalid('impactDays', 'needs `dryRun`: true');
  const asked = { kind: 'applyBudgets', subject: null, request: { budgets, prune }, by: 'key' } as const;
  const planned = await deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const key = checkKeyFor(snapshot, access, OPERATIONS.applyBudgets.permission, nowMs);
    const actor = { type: 'key', id: key.id } as const;
    const origin = { actor, nowMs, source: 'policies-as-code', keyPrefix: key.prefix };
    return { snapshot, answer: await applyBudgets(deps, snapshot, request, origin, holdChange(asked)) };
  });
  if (days === undefined) return planned.answer;
  return {
    ...planned.answer,
    impact: await deps.impacts.ofBudgets(planned.snapshot, { specs: budgets, days }, signal),
  };
}
