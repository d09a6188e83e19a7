// SPDX-License-Identifier: Apache-2.0
/**
 * Reviews that a connected app may put to its own person. The organization has turned this on, the risk is below
 * CRITICAL, and the role of the person may resolve the review. One person is enough, who may be the one who asked.
 */
import type { AgentStatus, Classification, DlpType, Language, ReviewStatus, RiskLevel } from '@svc/contract';
import type { ToldAction } from '@svc/core/action-sentence';
import { type Approver, canResolve } from '@svc/core/approvers';
import { reviewStatusAt } from '@svc/core/verdict';
import type pg from 'pg';
import { selectAuthority } from '../../people/memberships/index.ts';
import { LISTED_RECORD } from '../../record/events/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

export interface InBandReview extends ToldAction {
  /** That of the person; null until they have chosen one. */
  language: Language | null;
  expiresAt: Date;
  riskScore: number;
  riskLevel: RiskLevel;
  policy: string | null;
  dataTypes: readonly DlpType[];
  /** Whether there was a text to scan; null for old events. */
  contentScanned: boolean | null;
}

export interface InBandRules {
  assistant_approvals: boolean;
  risk_level: RiskLevel;
  approvals_needed: number;
  not_asker: boolean;
  signed: boolean;
}

/** @returns why the review may not be resolved in an assistant; null when it may */
export function inBandFault(rules: InBandRules): string | null {
  const {
    assistant_approvals: isOn,
    risk_level: level,
    approvals_needed: needed,
    not_asker: isAskerOut,
    signed,
  } = rules;
  if (!isOn) return 'The organization does not let reviews be resolved in an assistant: resolve it in the app.';
  if (level === 'CRITICAL') return 'A review at the risk CRITICAL is resolved in the app only.';
  if (signed) return 'A review whose approvals are signed is resolved in the app.';
  if (needed > 1 || isAskerOut) return 'A review that another person has to approve is resolved in the app.';
  return null;
}

/** @returns null unless this person may be asked now; it is checked again when the answer comes */
export async function readInBandReview(
  pool: pg.Pool,
  { organizationId, accountId }: { organizationId: string; accountId: string },
  eventId: string,
  nowMs: number,
): Promise<InBandReview | null> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const authority = await selectAuthority(transaction, organizationId, accountId);
    const [row] = await transaction.query<Row>(SELECT, [organizationId, eventId, accountId]);
    if (authority === null || row === undefined || !canResolve(row.may_resolve, authority)) return null;
    const status = reviewStatusAt({ status: row.status, expiresAtMs: row.expires_at.getTime() }, nowMs);
    if (status !== 'PENDING' || row.agent_status !== 'ACTIVE' || inBandFault(row) !== null) return null;
    const { record } = row;
    return {
      language: row.language,
      expiresAt: row.expires_at,
      riskScore: row.risk_score,
      riskLevel: row.risk_level,
      policy: record.policy?.name ?? null,
      dataTypes: record.dlpFindings,
      contentScanned: row.content_scanned,
      agent: record.agent,
      action: row.action,
      resource: record.resource,
      classification: record.classification,
      destination: row.destination,
      recordsAffected: row.records_affected,
    };
  });
}

interface Row extends InBandRules, Record<string, unknown> {
  language: Language | null;
  status: ReviewStatus;
  expires_at: Date;
  may_resolve: Approver[];
  agent_status: AgentStatus | null;
  risk_score: number;
  action: ToldAction['action'];
  destination: ToldAction['destination'];
  records_affected: number | null;
  content_scanned: boolean | null;
  record: {
    agent: string;
    resource: string;
    classification: Classification;
    policy: { name: string } | null;
    dlpFindings: DlpType[];
  };
}

const SELECT = `
  SELECT o.assistant_approvals, p.language, r.status, r.expires_at, r.may_resolve, r.approvals_needed, r.not_asker,
    r.signed, a.status AS agent_status, e.risk_score, e.risk_level, e.action, e.destination, e.records_affected,
    e.content_scanned, ${LISTED_RECORD} AS record
  FROM svc.reviews r
    JOIN svc.events e ON e.organization_id = r.organization_id AND e.id = r.event_id
    JOIN svc.organizations o ON o.organization_id = r.organization_id
    JOIN svc.accounts p ON p.id = $3
    LEFT JOIN svc.agents a ON a.organization_id = e.organization_id AND a.id = e.agent_id
  WHERE r.organization_id = $1 AND r.event_id = $2`;
