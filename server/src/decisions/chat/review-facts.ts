// SPDX-License-Identifier: Apache-2.0
/** The facts of a review for messages and tickets, read when they are written. */

import type { Classification, Decision, DlpType, Language, PolicySpec, ReviewStatus, RiskLevel } from '@svc/contract';
import type { ToldAction } from '@svc/core/action-sentence';
import type { Approver } from '@svc/core/approvers';
import { approvalsAt, reviewStatusAt } from '@svc/core/verdict';
import type pg from 'pg';
import { LISTED_RECORD } from '../../record/events/index.ts';
import { ASKED_BY } from '../../registry/api-keys/index.ts';
import { isApprover } from '../../storage/authority/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

export interface ReviewFacts extends ToldAction {
  eventId: string;
  organization: string;
  /** That of the longest-standing owner who has chosen one. */
  language: Language;
  privateNetworks: boolean;
  /** The owner has yet to say whether the integrations of the organization are theirs. */
  isUnconfirmed: boolean;
  status: ReviewStatus;
  expiresAt: Date;
  /** True once it was passed on, because no approver had opened it. */
  isEscalated: boolean;
  riskScore: number;
  riskLevel: RiskLevel;
  policy: { name: string; spec: PolicySpec | null } | null;
  dataTypes: readonly DlpType[];
  /** Whether there was a text to scan; null for old events. */
  contentScanned: boolean | null;
  approvers: readonly Approver[];
  decidedBy: string | null;
  decidedAt: Date | null;
  approvals: NonNullable<Decision['review']>['approvals'];
  /** The approvals before the last one that count. */
  votes: readonly { accountId: string; name: string | null }[];
  /** Those who asked for the act, where they may not approve. */
  askedBy: readonly string[];
  /** Each approval is signed, in the app alone. */
  signed: boolean;
}

/** @returns null when the event is gone */
export async function readReviewFacts(
  pool: pg.Pool,
  organizationId: string,
  eventId: string,
  nowMs: number,
): Promise<ReviewFacts | null> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<Row>(SELECT_FACTS, [organizationId, eventId]),
  );
  if (row === undefined) return null;
  const { record } = row;
  const status = reviewStatusAt({ status: row.status, expiresAtMs: row.expires_at.getTime() }, nowMs);
  const votes = row.votes ?? [];
  return {
    eventId,
    organization: row.organization,
    language: row.language ?? 'en',
    privateNetworks: row.private_networks,
    isUnconfirmed: row.is_unconfirmed,
    status,
    expiresAt: row.expires_at,
    isEscalated: row.is_escalated,
    riskScore: row.risk_score,
    riskLevel: row.risk_level,
    policy: record.policy === null ? null : { name: record.policy.name, spec: row.spec },
    dataTypes: record.dlpFindings,
    contentScanned: row.content_scanned,
    approvers: row.may_resolve,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    approvals: approvalsAt(status, {
      needed: row.approvals_needed,
      given: votes.length,
      mayResolve: row.may_resolve,
    }),
    votes,
    askedBy: row.asked_by ?? [],
    signed: row.signed,
    agent: record.agent,
    action: row.action,
    resource: record.resource,
    classification: record.classification,
    destination: row.destination,
    recordsAffected: row.records_affected,
  };
}

interface Row extends Record<string, unknown> {
  organization: string;
  language: Language | null;
  private_networks: boolean;
  is_unconfirmed: boolean;
  status: ReviewStatus;
  expires_at: Date;
  is_escalated: boolean;
  may_resolve: Approver[];
  decided_by: string | null;
  decided_at: Date | null;
  approvals_needed: number;
  votes: { accountId: string; name: string | null }[] | null;
  asked_by: string[] | null;
  signed: boolean;
  risk_score: number;
  risk_level: RiskLevel;
  action: ToldAction['action'];
  destination: ToldAction['destination'];
  records_affected: number | null;
  content_scanned: boolean | null;
  spec: PolicySpec | null;
  record: {
    agent: string;
    resource: string;
    classification: Classification;
    policy: { id: string; name: string } | null;
    dlpFindings: DlpType[];
  };
}

/** The choice of the longest-standing owner of the organization `$1` who made one. */
const LANGUAGE = `(
  SELECT a.language FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = 'OWNER' AND a.language IS NOT NULL
  ORDER BY m.created_at, a.id LIMIT 1)`;

/** The language of an organization's chats. */
export async function readChatLanguage(pool: pg.Pool, organizationId: string): Promise<Language> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ language: Language | null }>(`SELECT ${LANGUAGE} AS language`, [organizationId]),
  );
  return row?.language ?? 'en';
}

/** The policy is the one of the decision, whatever it has become since. */
const SELECT_FACTS = `
  SELECT o.name AS organization, o.private_networks,
    o.unconfirmed_since IS NOT NULL AS is_unconfirmed, r.status, r.expires_at,
    r.escalated_at IS NOT NULL AS is_escalated, r.may_resolve, r.decided_at, r.approvals_needed, r.signed,
    CASE WHEN r.approvals_needed > 1 THEN (
      SELECT json_agg(json_build_object('accountId', v.account_id, 'name', a.name) ORDER BY v.audit_seq)
      FROM svc.review_votes v LEFT JOIN svc.accounts a ON a.id = v.account_id
      WHERE v.organization_id = $1 AND v.event_id = r.event_id AND v.counts
        AND ${isApprover('v.account_id', 'r.may_resolve')}
    ) END AS votes,
    CASE WHEN r.not_asker THEN ${ASKED_BY} END AS asked_by,
    p.name AS decided_by, e.risk_score, e.risk_level, e.action, e.destination, e.records_affected, e.content_scanned,
    ${LISTED_RECORD} AS record,
    (SELECT v.spec FROM svc.policy_revisions v
     WHERE v.organization_id = $1 AND v.policy_id = (e.record -> 'policy' ->> 'id')::uuid
       AND v.version_from <= (e.record ->> 'policySetVersion')::bigint
     ORDER BY v.version_from DESC LIMIT 1) AS spec,
    ${LANGUAGE} AS language
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    JOIN svc.organizations o ON o.organization_id = r.organization_id
    LEFT JOIN svc.accounts p ON p.id = r.decided_by
  WHERE r.organization_id = $1 AND r.event_id = $2`;
