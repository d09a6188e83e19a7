// SPDX-License-Identifier: Apache-2.0
/** A stored event with its review, and the Decision that it answers. */

import type {
  Decision,
  DecisionCause,
  DecisionWord,
  Destination,
  EventAction,
  ReviewStatus,
  RiskLevel,
} from '@svc/contract';
import type { Approver } from '@svc/core/approvers';
import { approvalsAt, finalDecisionOf, reviewStatusAt } from '@svc/core/verdict';
import { isApprover } from '../../storage/authority/index.ts';
import { ACT_COLUMNS, type ActRow, type EventRecord, type StoredContext } from '../recorder/index.ts';
import { causeOf } from './cause-of.ts';
import { redemptionOf } from './redemption.ts';

/** Up to 5,000 policies match an event, and no answer but its explanation names them. */
type ListedRecord = Omit<EventRecord, 'matchedPolicyIds'>;

/**
 * The record of an event `e` without its matching policies. Each field stays JSON as it is stored, and those that were
 * left out are there again.
 */
export const LISTED_RECORD = `(
    SELECT row_to_json(whole) FROM (
      SELECT agent, resource, classification, COALESCE(monitored, 'false') AS monitored, cause, reasons, policy,
        "grant", budget, COALESCE("dlpFindings", '[]') AS "dlpFindings",
        COALESCE("lgpdCategories", '[]') AS "lgpdCategories", "riskFactors", "policySetVersion", alternatives, door
      FROM json_to_record(e.record) AS kept (
        agent json, resource json, classification json, monitored json, cause json, reasons json, policy json,
        "grant" json, budget json,
        "dlpFindings" json, "lgpdCategories" json, "riskFactors" json, "policySetVersion" json, alternatives json,
        door json
      )
    ) AS whole
    WHERE e.record IS NOT NULL
  )`;

/** The policies that match an event `e`: where they are left out, the one that decides, or none. */
export const MATCHED_POLICY_IDS = `
  COALESCE(e.record -> 'matchedPolicyIds', to_json(array_remove(ARRAY[e.record -> 'policy' ->> 'id'], NULL)))`;

/** Columns of `EVENT_COLUMNS`, all null when a left join found no event. */
export interface EventRow extends ActRow {
  id: string;
  created_at: Date;
  sandbox: boolean;
  agent_id: string;
  action: EventAction;
  destination: Destination | null;
  decision: DecisionWord;
  evaluated_decision: DecisionWord;
  risk_level: RiskLevel;
  risk_score: number;
  quota_exceeded: boolean;
  record: ListedRecord;
  review_status: ReviewStatus | null;
  review_expires_at: Date | null;
  review_decided_at: Date | null;
  review_note: string | null;
  review_may_resolve: Approver[] | null;
  review_needed: number | null;
  /** Approvals before the last one that count now. */
  review_given: number;
  redeemable_until: Date | null;
  action_digest: Buffer | null;
  content_scanned: boolean | null;
  context: StoredContext | null;
}

/** A review that one person approves has no votes: they are not looked for. */
const APPROVALS_GIVEN = `(
    SELECT count(*)::int FROM svc.review_votes v
    WHERE r.approvals_needed > 1 AND v.organization_id = $1 AND v.event_id = r.event_id
      AND v.counts AND ${isApprover('v.account_id', 'r.may_resolve')}
  )`;

/** For `FROM svc.events e LEFT JOIN svc.reviews r` with `ACT_JOIN`, in a statement of the organization `$1`. */
export const EVENT_COLUMNS = `
  e.id, e.created_at, e.sandbox, e.agent_id, e.action, e.destination, e.decision, e.evaluated_decision, e.risk_level,
  e.risk_score, e.quota_exceeded, ${LISTED_RECORD} AS record, r.status AS review_status,
  r.expires_at AS review_expires_at, r.decided_at AS review_decided_at, r.note AS review_note,
  r.may_resolve AS review_may_resolve, r.approvals_needed AS review_needed, ${APPROVALS_GIVEN} AS review_given,
  COALESCE(r.redeemable_until, e.redeemable_until) AS redeemable_until, e.action_digest, e.content_scanned, e.context,
  ${ACT_COLUMNS.map((column) => `x.${column}`).join(', ')}`;

/** OFFSET 0 keeps the look-up by itself: a table that the planner takes for empty is read whole for each row else. */
export const actJoin = (organization: string): string => `
  LEFT JOIN LATERAL (
    SELECT * FROM svc.acts WHERE organization_id = ${organization} AND event_id = e.id OFFSET 0
  ) AS x ON true`;

/** In a statement of the organization `$1`. */
export const ACT_JOIN = actJoin('$1');

/** @param nowMs the moment at which a pending review may have expired */
export function decisionOf(row: EventRow, nowMs: number): Decision & { cause: DecisionCause } {
  const review = reviewOf(row, nowMs);
  const decision: Decision & { cause: DecisionCause } = {
    id: row.id,
    decision: row.decision,
    finalDecision: finalDecisionOf(row.decision, review?.status ?? null),
    evaluatedDecision: row.evaluated_decision,
    monitored: row.record.monitored,
    riskLevel: row.risk_level,
    riskScore: row.risk_score,
    reasons: row.record.reasons,
    policy: row.record.policy,
    cause: causeOf(row.record),
    grant: row.record.grant ?? null,
    budget: row.record.budget ?? null,
    dlpFindings: row.record.dlpFindings as Decision['dlpFindings'],
    lgpdCategories: row.record.lgpdCategories as Decision['lgpdCategories'],
    review,
    quotaExceeded: row.quota_exceeded,
    sandbox: row.sandbox,
    contentScanned: row.content_scanned,
    actionDigest: row.action_digest === null ? null : `sha256:${row.action_digest.toString('hex')}`,
    redemption: null,
    outcome: actOutcomeOf(row),
    context: contextOf(row.context),
  };
  // Without a digest there is nothing to compare with.
  if (decision.finalDecision === 'ALLOW' && row.action_digest !== null && row.redeemable_until !== null) {
    decision.redemption = redemptionOf(row.redeemable_until.getTime(), row.redeemed_at?.getTime() ?? null, nowMs);
  }
  // The column of a record without them is null.
  if (row.record.alternatives != null) decision.alternatives = row.record.alternatives;
  return decision;
}

function reviewOf(row: EventRow, nowMs: number): Decision['review'] {
  if (row.review_status === null || row.review_expires_at === null) return null;
  const status = reviewStatusAt({ status: row.review_status, expiresAtMs: row.review_expires_at.getTime() }, nowMs);
  return {
    status,
    expiresAt: row.review_expires_at.toISOString(),
    decidedAt: row.review_decided_at?.toISOString() ?? null,
    note: row.review_note,
    approvals: approvalsAt(status, {
      needed: row.review_needed ?? 1,
      given: row.review_given,
      mayResolve: row.review_may_resolve ?? [],
    }),
  };
}

/** The words of the agent, as far as they are kept; null when there are none. */
export function contextOf(stored: StoredContext | null): Decision['context'] {
  if (stored === null) return null;
  const left = Object.entries(stored).flatMap(([field, { value }]) => (value === undefined ? [] : [[field, value]]));
  return left.length === 0 ? null : Object.fromEntries(left);
}

function actOutcomeOf(row: ActRow): Decision['outcome'] {
  if (row.outcome === null || row.outcome_source === null || row.reported_at === null) return null;
  return {
    status: row.outcome,
    recordsAffected: row.outcome_records,
    code: row.outcome_code,
    source: row.outcome_source,
    reportedAt: row.reported_at.toISOString(),
    amendedAt: row.amended_at?.toISOString() ?? null,
    exceedsStated: row.exceeds === true,
  };
}
