// SPDX-License-Identifier: Apache-2.0
/** Stored LIVE events as policies see them: batch by batch, newest first, equal ones together. */
import type { DecisionWord } from '@svc/contract';
import type { PolicyFacts } from '@svc/core/policy';
import type { ToolFault } from '@svc/core/verdict';
import type { Transaction } from '../../storage/db/index.ts';
import { eventNumbers, stoppedBy } from '../events/index.ts';

/** Events of one query; evaluating them pauses in between. */
const BATCH_EVENTS_MAX = 1_000;

/** Events that no policy can tell apart. */
export interface EventGroup {
  facts: PolicyFacts;
  /** As recorded. */
  decision: DecisionWord;
  /** The agent was not allowed to do this at all, or was paused. */
  isRefused: boolean;
  /** The tool of the call was not as it was registered. */
  tool: ToolFault | null;
  events: number;
  /** The newest of them, newest first. */
  eventIds: string[];
}

export interface Batch {
  groups: EventGroup[];
  events: number;
  /** The number of its oldest event, from which the next batch goes on; null: there are no more. */
  oldestSeq: number | null;
  oldestAt: Date | null;
}

/** The events of a span, and about how many they are. */
export interface Span {
  from: Date;
  lowestSeq: number;
  eventsEstimate: number;
}

export async function selectSpan(transaction: Transaction, organizationId: string, from: Date): Promise<Span> {
  const { lowest } = await eventNumbers(transaction, organizationId, from, null);
  const [row] = await transaction.query<{ events: number }>(SUM_EVENTS, [organizationId, from]);
  return { from, lowestSeq: lowest?.[0] ?? 0, eventsEstimate: row?.events ?? 0 };
}

/** Whole hours, some seconds behind: counting a million events one by one takes too long for a start. */
const SUM_EVENTS = `
  SELECT COALESCE(sum(events), 0)::float8 AS events FROM svc.decision_hours
  WHERE organization_id = $1 AND sandbox = false AND grain = 'ALL' AND hour_at >= $2::timestamptz - interval '1 hour'`;

export async function selectBatch(
  transaction: Transaction,
  organizationId: string,
  { from, lowestSeq }: Span,
  { beforeSeq, samplesMax }: { beforeSeq: number; samplesMax: number },
): Promise<Batch> {
  const values = [organizationId, beforeSeq, lowestSeq, from, BATCH_EVENTS_MAX, samplesMax];
  const rows = await transaction.query<GroupRow>(SELECT_BATCH, values);
  const oldest = rows.reduce<GroupRow | null>(
    (least, row) => (least === null || row.seq < least.seq ? row : least),
    null,
  );
  const events = rows.reduce((sum, row) => sum + row.events, 0);
  return { groups: rows.map(groupOf), events, oldestSeq: oldest?.seq ?? null, oldestAt: oldest?.at ?? null };
}

interface FactsRow {
  [column: string]: unknown;
  agent_id: string;
  action: PolicyFacts['action'];
  destination: PolicyFacts['destination'];
  records_affected: number | null;
  risk_score: number;
  classification: PolicyFacts['classification'];
  types: PolicyFacts['dlpTypes'];
  categories: PolicyFacts['lgpdCategories'];
  is_outside: boolean;
}

interface GroupRow extends FactsRow {
  decision: DecisionWord;
  is_refused: boolean;
  tool: ToolFault | null;
  events: number;
  event_ids: string[];
  seq: number;
  at: Date;
}

const IS_OUTSIDE = `EXISTS (
        SELECT FROM json_array_elements(r."riskFactors") AS f WHERE f ->> 'code' = 'OUTSIDE_BUSINESS_HOURS'
      )`;

const SELECT_BATCH = `
  SELECT agent_id, action, destination, records_affected, risk_score, decision, classification, types::json AS types,
    categories::json AS categories, is_outside, is_refused, tool, count(*)::int AS events,
    (array_agg(id ORDER BY seq DESC))[1:$6] AS event_ids, min(seq) AS seq, min(created_at) AS at
  FROM (
    SELECT e.id, e.seq, e.created_at, e.agent_id, e.action, e.destination, e.records_affected, e.risk_score, e.decision,
      r.classification, COALESCE(r."dlpFindings", '[]')::text AS types,
      COALESCE(r."lgpdCategories", '[]')::text AS categories,
      ${IS_OUTSIDE} AS is_outside,
      e.decision = 'BLOCK' AND ${stoppedBy('r')} IN ('PAUSED', 'PERMISSION') AS is_refused,
      r.tool
    FROM (
        SELECT * FROM svc.events
        WHERE organization_id = $1 AND sandbox = false AND seq < $2 AND seq >= $3 AND created_at >= $4
        ORDER BY seq DESC LIMIT $5
      ) e
      CROSS JOIN json_to_record(e.record) AS r (
        classification text, tool text, cause json, reasons json, "riskFactors" json, "dlpFindings" json,
        "lgpdCategories" json)
  ) AS facts
  GROUP BY 1, 2, 3, 4, 5, 6, 7, facts.types, facts.categories, 10, 11, 12`;

/** One event in the order of time. */
export interface ActRow extends FactsRow {
  seq: number;
  created_at: Date;
  resource_id: string;
  /** It was let through, or a budget stopped it. */
  is_allowed: boolean;
}

export const SELECT_ACTS = `
  SELECT e.seq, e.created_at, e.agent_id, e.resource_id, e.action, e.destination, e.records_affected, e.risk_score,
    e.decision = 'ALLOW' OR r.cause ->> 'by' = 'BUDGET' AS is_allowed, r.classification,
    COALESCE(r."dlpFindings", '[]') AS types, COALESCE(r."lgpdCategories", '[]') AS categories,
    ${IS_OUTSIDE} AS is_outside
  FROM (
      SELECT * FROM svc.events
      WHERE organization_id = $1 AND sandbox = false AND seq > $2 AND created_at >= $3 ORDER BY seq LIMIT $4
    ) e
    CROSS JOIN json_to_record(e.record) AS r (
      classification text, cause json, "riskFactors" json, "dlpFindings" json, "lgpdCategories" json)
  ORDER BY e.seq`;

export function factsOf(row: FactsRow): PolicyFacts {
  return {
    agentId: row.agent_id,
    action: row.action,
    classification: row.classification,
    destination: row.destination,
    recordsAffected: row.records_affected,
    dlpTypes: row.types,
    lgpdCategories: row.categories,
    containsSensitiveData: row.types.length > 0,
    outsideBusinessHours: row.is_outside,
    riskScore: row.risk_score,
  };
}

function groupOf(row: GroupRow): EventGroup {
  return {
    facts: factsOf(row),
    decision: row.decision,
    isRefused: row.is_refused,
    tool: row.tool,
    events: row.events,
    eventIds: row.event_ids,
  };
}
