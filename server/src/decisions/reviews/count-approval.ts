// SPDX-License-Identifier: Apache-2.0
/** Counts an approved act in the budgets that it falls under. It runs under the lock of the organization's head. */
import type { Classification, PolicyMode } from '@svc/contract';
import { type BudgetClaim, budgetClaims, type CounterReference, compileBudgets } from '@svc/core/budgets';
import type { PolicyFacts } from '@svc/core/policy';
import { type Spend, settleApproval } from '@svc/core/settlement';
import { ApiError } from '../../platform/errors/index.ts';
import type { EventRow } from '../../record/events/index.ts';
import { selectBudgets } from '../../registry/budgets/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

/** The part of a review that budgets read. */
export interface CountedReview extends EventRow {
  resource_id: string;
  records_affected: number | null;
  time_zone: string;
  enforcement: PolicyMode;
}

/** Added to counts when the approval is recorded, and kept with the review. */
export type ApprovalCount = { spends: readonly Spend[]; counted: readonly CounterReference[] };

/** @throws ApiError 409 `refused_now` where a budget blocks and has no room */
export async function checkApprovalBudgets(
  transaction: Transaction,
  organizationId: string,
  review: CountedReview,
): Promise<ApprovalCount> {
  const budgets = compileBudgets(await selectBudgets(transaction, organizationId));
  const claims = budgetClaims(budgets, factsOf(review), {
    resourceId: review.resource_id,
    sandbox: review.sandbox,
    atMs: review.created_at.getTime(),
    timeZone: review.time_zone,
  });
  if (claims.length === 0) return { spends: [], counted: [] };
  const used = await selectUsed(transaction, organizationId, claims);
  const usedOf = ({ name }: { name: string }) => used.get(name) ?? 0;
  const { refusing, ...count } = settleApproval(claims, usedOf, review.enforcement === 'MONITOR');
  if (refusing === null) return count;
  throw new ApiError('refused_now', {
    message: `The budget "${refusing.name}" has no room for it: raise it for this window, or deny.`,
    reasons: [`The budget "${refusing.name}" has no room.`],
  });
}

/** The facts at the decision: a budget of now counts what was asked then. */
function factsOf(review: CountedReview): PolicyFacts {
  const { record } = review;
  return {
    agentId: review.agent_id,
    action: review.action,
    classification: record.classification as Classification,
    destination: review.destination,
    recordsAffected: review.records_affected,
    dlpTypes: record.dlpFindings as PolicyFacts['dlpTypes'],
    lgpdCategories: record.lgpdCategories as PolicyFacts['lgpdCategories'],
    containsSensitiveData: record.dlpFindings.length > 0,
    outsideBusinessHours: record.riskFactors.some(({ code }) => code === 'OUTSIDE_BUSINESS_HOURS'),
    riskScore: review.risk_score,
  };
}

async function selectUsed(
  transaction: Transaction,
  organizationId: string,
  claims: readonly BudgetClaim[],
): Promise<ReadonlyMap<string, number>> {
  const names = claims.map(({ counter }) => counter.name);
  const rows = await transaction.query<{ name: string; used: number }>(SELECT_USED, [organizationId, names]);
  return new Map(rows.map(({ name, used }) => [name, used]));
}

const SELECT_USED = `SELECT name, used FROM svc.counters WHERE organization_id = $1 AND name = ANY ($2::text[])`;

/** The entry of the approval moves the head, so that no recorder goes on with the counts of before. */
export async function countApproval(
  transaction: Transaction,
  { organizationId, eventId }: { organizationId: string; eventId: string },
  { spends, counted }: ApprovalCount,
): Promise<void> {
  if (spends.length > 0) {
    const rows = spends.map(({ counter: { windowStartMs, windowEndMs, ...counter }, amount }) => ({
      ...counter,
      window_start: new Date(windowStartMs),
      window_end: windowEndMs === null ? null : new Date(windowEndMs),
      amount,
    }));
    await transaction.query(ADD_TO_COUNTERS, [organizationId, JSON.stringify(rows)]);
  }
  if (counted.length > 0) {
    await transaction.query(KEEP_COUNTED, [organizationId, eventId, JSON.stringify(counted)]);
  }
}

const ADD_TO_COUNTERS = `
  INSERT INTO svc.counters AS c (organization_id, name, of, sandbox, bucket, window_start, window_end, used)
  SELECT $1::uuid, d.name, d.of, d.sandbox, d.bucket, d.window_start, d.window_end, d.amount
  FROM json_to_recordset($2) AS d (name text, of uuid, sandbox boolean, bucket text, window_start timestamptz,
    window_end timestamptz, amount bigint)
  ON CONFLICT (organization_id, name) DO UPDATE SET used = c.used + excluded.used`;

const KEEP_COUNTED = `UPDATE svc.reviews SET counted = $3 WHERE organization_id = $1 AND event_id = $2`;
