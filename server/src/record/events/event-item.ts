// SPDX-License-Identifier: Apache-2.0
/** An event and its review as the app shows them. */
import type { AgentStatus, Classification, EventItem, Review, Role } from '@svc/contract';
import { approversOf, canResolve } from '@svc/core/verdict';
import { contains } from '../../storage/lists/index.ts';
import { ACT_JOIN, decisionOf, EVENT_COLUMNS, type EventRow } from './stored-event.ts';

const MS_PER_MINUTE = 60_000;

/** Columns of `ITEM_COLUMNS`; those of the review are all null when there is none. */
export interface EventItemRow extends EventRow {
  seq: number;
  resource_id: string;
  records_affected: number | null;
  outcome_minutes: number;
  agent_status: AgentStatus | null;
  review_created_at: Date | null;
  review_may_resolve: Role[] | null;
  review_escalates: boolean | null;
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
  r.may_resolve AS review_may_resolve, r.escalates AS review_escalates, r.decided_by AS review_decided_by,
  r.decided_role AS review_decided_role, r.channel AS review_channel, r.audit_seq AS review_audit_seq,
  r.note_erased_seq AS review_note_erased_seq, p.name AS decider_name`;

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
    outcomeMissing: isOutcomeMissing(row, nowMs),
  };
}

/** It is worked out on each read: nothing waits for it. */
function isOutcomeMissing(row: EventItemRow, nowMs: number): boolean {
  if (row.redeemed_at === null || row.outcome !== null) return false;
  return nowMs >= row.redeemed_at.getTime() + row.outcome_minutes * MS_PER_MINUTE;
}

/** @param role role of the reader, which decides whether they can resolve it */
export function reviewItemOf(row: EventItemRow, role: Role, nowMs: number): Review | null {
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
    approverRoles: [...new Set(approversOf(row.review_may_resolve))],
    canResolve: review.status === 'PENDING' && canResolve(row.review_may_resolve, role),
    escalates: row.review_escalates !== false,
    agentPaused: row.agent_status !== 'ACTIVE',
  };
}

/** Finds a text in the names of an event. The record is read once for all three names. */
export const searchCondition = (place: string): string => `EXISTS (
    SELECT FROM json_to_record(e.record) AS named (agent text, resource text, policy json)
    WHERE ${contains(place, 'named.agent', 'named.resource', "named.policy ->> 'name'")}
  )`;
