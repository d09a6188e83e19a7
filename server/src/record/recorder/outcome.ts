// SPDX-License-Identifier: Apache-2.0
/** The parts of a draft that follow from its outcome, and a draft with another outcome. */
import type { WebhookType } from '@svc/contract';
import { toldApprovals } from '@svc/core/approvals';
import type { CounterReference } from '@svc/core/budgets';
import type { DecisionResult } from '@svc/core/decision';
import type { DecisionDraft, EventRecord, OutcomeTerms } from './draft.ts';

export function reviewOf(
  { decision, approvers, escalates, approvals }: DecisionResult,
  terms: Pick<OutcomeTerms, 'reviewExpiresAtMs'>,
): DecisionDraft['review'] {
  if (decision !== 'REVIEW') return null;
  return { expiresAtMs: terms.reviewExpiresAtMs, approvers, escalates, approvals };
}

/**
 * A LIVE decision is delivered when it is BLOCK or REVIEW, or the risk is CRITICAL; the types are in the order of the
 * contract.
 */
export function webhookOf(
  { decision, riskLevel }: DecisionResult,
  { sandbox, webhookEndpointIds: endpointIds }: Pick<OutcomeTerms, 'sandbox' | 'webhookEndpointIds'>,
): DecisionDraft['webhook'] {
  const types: WebhookType[] = [];
  if (decision !== 'ALLOW') types.push(decision);
  if (riskLevel === 'CRITICAL') types.push('CRITICAL');
  return sandbox || types.length === 0 || endpointIds.length === 0 ? null : { types, endpointIds };
}

/** The draft as a grant or a budget has settled it. */
export function withOutcome(draft: DecisionDraft, result: DecisionResult): DecisionDraft {
  if (draft.unsettled === null) throw new Error('a decision without grants or budgets has no other outcome');
  const { terms } = draft.unsettled;
  const isAllowed = result.decision === 'ALLOW';
  const redeemsNow = isAllowed && terms.redeemsNow;
  return {
    ...draft,
    event: {
      ...draft.event,
      decision: result.decision,
      evaluatedDecision: result.evaluatedDecision,
      redeemableUntilMs: isAllowed ? terms.redeemableUntilMs : null,
      record: settledRecord(draft.event.record, result, terms),
    },
    auditMetadata: {
      ...draft.auditMetadata,
      approvals: toldApprovals(result),
      budgetId: result.budget?.id,
      decision: result.decision,
      evaluatedDecision: result.evaluatedDecision,
      grantId: result.grant?.id,
      monitored: result.monitored,
      policyId: result.policy?.id ?? null,
      redeemed: redeemsNow || undefined,
    },
    review: reviewOf(result, terms),
    webhook: webhookOf(result, terms),
    forwarderId: isAllowed ? terms.forwarderId : null,
    redeemsNow,
  };
}

/** The draft with the counts that a reported outcome may raise. */
export function withCounted(draft: DecisionDraft, counted: readonly CounterReference[]): DecisionDraft {
  if (counted.length === 0) return draft;
  const { event } = draft;
  return { ...draft, event: { ...event, record: { ...event.record, counted } } };
}

function settledRecord(record: EventRecord, result: DecisionResult, { tellsNumbers }: OutcomeTerms): EventRecord {
  // Smaller acts would help a caller no more.
  const { alternatives: _, ...others } = record;
  const { budget, grant } = result;
  return {
    ...others,
    monitored: result.monitored,
    cause: result.cause,
    reasons: [...result.reasons],
    policy: result.policy,
    ...(grant !== null && { grant }),
    ...(budget !== null && { budget: tellsNumbers ? budget : withoutNumbers(budget) }),
  };
}

function withoutNumbers({ limit: _, used: __, ...budget }: NonNullable<DecisionResult['budget']>) {
  return budget;
}
