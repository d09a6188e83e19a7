// SPDX-License-Identifier: Apache-2.0
/** An event and its review as the app shows them. */
import type { AgentStatus, Classification, EventItem, Review, Role } from '@svc/contract';
import { type Authority, approverFields, canResolve } from '@svc/core/approvers';
import { ASKED_BY } from '../../registry/api-keys/index.ts';
import { isApprover } from '../../storage/authority/index.ts';
import { contains } from '../../storage/lists/index.ts';
import { ACT_JOIN, decisionOf, EVENT_COLUMNS, type EventRow } from './stored-event.ts';

const MS_PER_MINUTE = 60_000;

type Vote = Review['approvals']['by'][number] & {
  seq: number;
  erasedSeq: number | null;
  /** With the salt of its note. */
  grant: (NonNullable<Review['approvals']['grant']> & { noteSalt: string | null }) | null;
};

/** The approvals before the last one. Those of a review that has ended counted or not for ever. */
const VOTES = `(
    SELECT json_agg(json_build_object('id', v.account_id, 'name', a.name, 'role', v.role, 'channel', v.channel,
      'at', v.voted_at, 'note', v.note, 'counts',
      v.counts AND (r.status <> 'PENDING' OR ${isApprover('v.account_id', 'r.may_resolve')}),
      'seq', v.audit_seq, 'erasedSeq', v.note_erased_seq,
      'grant', v.grant_asked) ORDER BY v.audit_seq)
    FROM svc.review_votes v LEFT JOIN svc.accounts a ON a.id = v.account_id
    WHERE v.organization_id = $1 AND v.event_id = r.event_id
  )`;

/** Columns of `ITEM_COLUMNS`; those of the review are all null when there is none. */
export interface EventItemRow extends EventRow {
  seq: number;
  resource_id: string;
  records_affected: number | null;
  outcome_minutes: number;
  agent_status: AgentStatus | null;
  review_created_at: Date | null;
  review_escalates: boolean | null;
  review_not_asker: boolean | null;
  review_signed: boolean | null;
  review_valid_minutes: number | null;
  review_grants: boolean | null;
  /** Null for a review that does not wait, or that the person who asked may approve. */
  review_asked_by: string[] | null;
  review_votes: Vote[] | null;
  review_decided_by: string | null;
  review_decided_role: Role | null;
  review_channel: string | null;
  review_audit_seq: number | null;
  review_note_erased_seq: number | null;
  decider_name: string | null;
}

/** For a FROM with `ITEM_JOINS`; `$1` is the organization. */
export const ITEM_COLUMNS = `${EVENT_COLUMNS},
  e.seq, e.resource_id, e.records_affected,
  (SELECT outcome_minutes FROM svc.organizations WHERE organization_id = $1) AS outcome_minutes,
  a.status AS agent_status, r.created_at AS review_created_at,
  r.escalates AS review_escalates, r.decided_by AS review_decided_by,
  r.decided_role AS review_decided_role, r.channel AS review_channel, r.audit_seq AS review_audit_seq,
  r.note_erased_seq AS review_note_erased_seq, p.name AS decider_name, r.not_asker AS review_not_asker,
  r.signed AS review_signed, r.valid_minutes AS review_valid_minutes, r.grants AS review_grants,
  CASE WHEN r.not_asker AND r.status = 'PENDING' THEN ${ASKED_BY} END AS review_asked_by,
  CASE WHEN r.approvals_needed > 1 THEN ${VOTES} END AS review_votes`;

/**
 * For `FROM svc.events e` joined with `svc.reviews r`. It names the person who resolved a review of the organization.
 * OFFSET 0 keeps each look-up by itself: joined, a table that the planner takes for empty is read whole for each row.
 */
export const ITEM_JOINS = `
  LEFT JOIN LATERAL (
    SELECT status FROM svc.agents WHERE organization_id = $1 AND id = e.agent_id OFFSET 0
  ) AS a ON true
  LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = r.decided_by OFFSET 0) AS p ON true
  ${ACT_JOIN}`;

export function itemOf(row: EventItemRow, nowMs: number): EventItem {
  const { record } = row;
  return {
    ...decisionOf(row, nowMs),
    seq: row.seq,
    createdAt: row.created_at.toISOString(),
    agent: { id: row.agent_id, name: record.agent },
    resource: {
      id: row.resource_id,
      name: record.resource,
      classification: record.classification as Classification,
    },
    action: row.action,
    destination: row.destination,
    recordsAffected: row.records_affected,
    door: record.door ?? null,
    outcomeMissing: isOutcomeMissing(row, nowMs),
  };
}

/** It is worked out on each read: nothing waits for it. */
function isOutcomeMissing(row: EventItemRow, nowMs: number): boolean {
  if (row.redeemed_at === null || row.outcome !== null) return false;
  return nowMs >= row.redeemed_at.getTime() + row.outcome_minutes * MS_PER_MINUTE;
}

/** @param reader whose role, groups and account decide what they may answer */
export function reviewItemOf(
  row: EventItemRow,
  reader: Authority & { accountId: string },
  nowMs: number,
): Review | null {
  const { review } = decisionOf(row, nowMs);
  if (review === null || review.expiresAt === null) return null;
  if (row.review_created_at === null || row.review_may_resolve === null) throw new Error('half a review');
  const { review_decided_by: id, review_decided_role: decidedRole, review_channel: channel } = row;
  const isDecided = id !== null && decidedRole !== null && channel !== null;
  return {
    eventId: row.id,
    status: review.status,
    createdAt: row.review_created_at.toISOString(),
    expiresAt: review.expiresAt,
    decidedAt: review.decidedAt,
    decidedBy: isDecided ? { id, name: row.decider_name, role: decidedRole, channel } : null,
    note: review.note,
    ...approverFields(row.review_may_resolve),
    canResolve: review.status === 'PENDING' && canResolve(row.review_may_resolve, reader),
    escalates: row.review_escalates !== false,
    approvals: {
      ...review.approvals,
      notAsker: row.review_not_asker === true,
      signed: row.review_signed === true,
      validMinutes: row.review_valid_minutes,
      grants: row.review_grants === true,
      grant: grantAskedIn(row),
      by: votesOf(row).map(({ seq: _seq, erasedSeq: _erasedSeq, grant: _grant, ...vote }) => vote),
    },
    mayNotApprove: review.status === 'PENDING' ? barOf(row, reader.accountId) : null,
    agentPaused: row.agent_status !== 'ACTIVE',
  };
}

/** JSON has its moments in the text of PostgreSQL. */
const votesOf = ({ review_votes: votes }: EventItemRow): Vote[] =>
  (votes ?? []).map((vote) => ({ ...vote, at: new Date(vote.at).toISOString() }));

/** The first of those who count may have asked for one. */
function grantAskedIn(row: EventItemRow): Review['approvals']['grant'] {
  const [first] = votesOf(row).filter(({ counts }) => counts);
  if (first === undefined || first.grant === null) return null;
  const { noteSalt: _salt, ...grant } = first.grant;
  return grant;
}

function barOf(row: EventItemRow, accountId: string): Review['mayNotApprove'] {
  if (row.review_asked_by?.includes(accountId) === true) return 'ASKER';
  return row.review_votes?.some(({ id, counts }) => counts && id === accountId) === true ? 'COUNTED' : null;
}

/** Finds a text in the names of an event. The record is read once for all three names. */
export const searchCondition = (place: string): string => `EXISTS (
    SELECT FROM json_to_record(e.record) AS named (agent text, resource text, policy json)
    WHERE ${contains(place, 'named.agent', 'named.resource', "named.policy ->> 'name'")}
  )`;
