// SPDX-License-Identifier: Apache-2.0
/**
 * Where a search can find something, by the counts: the numbers of events in hours and days with a count above zero.
 * Counts are behind the decisions, and begin at some number: events that they do not cover are always looked at.
 */
import { type EventListQuery, UUID_PATTERN } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import type { ListPart } from '../../storage/lists/index.ts';

/** Both ends are in it. */
interface Numbers {
  from: number;
  to: number;
}

type Asked = Pick<EventListQuery, 'sandbox' | 'agent' | 'resource' | 'action' | 'decision' | 'riskLevel'>;

const LOWEST = Number.MIN_SAFE_INTEGER;
const HIGHEST = Number.MAX_SAFE_INTEGER;
/** Parts with fewer numbers between them are one: a statement costs more than to look at these. */
const JOINED_GAP_MAX = 1_000;
const DAY_MS = 86_400_000;
/**
 * An event that was counted later than 380 days after it was made is not known by its number. So all events of hours
 * that have been forgotten have lower numbers than those of this time, which is shorter.
 */
const KNOWN_DAYS = 370;

/**
 * @param within the numbers that the list is limited to
 * @returns parts from the highest numbers down; null when the counts say nothing about what is asked
 */
export async function countedParts(
  transaction: Transaction,
  organizationId: string,
  asked: Asked,
  within: Numbers,
): Promise<ListPart[] | null> {
  const values: unknown[] = [organizationId, asked.sandbox === 'true', transaction.clock.now()];
  const text = statementOf(asked, values);
  if (text === null) return null;
  const rows = await transaction.queryOnce<CountedRow>(text, values);
  const [first] = rows;
  if (first === undefined) return null;
  const knownMs = transaction.clock.nowMs() - KNOWN_DAYS * DAY_MS;
  return partsOf(first, rows, knownMs).flatMap((part) => partWithin(part, within));
}

interface CountedRow extends Record<string, unknown> {
  counted_seq: number;
  unknown_to: number;
  at: Date;
  seq_from: number | null;
  seq_to: number | null;
  /** Whether an event of this hour or day can have what is asked. */
  may: boolean;
}

function partsOf(
  { counted_seq: countedTo, unknown_to: unknownTo }: CountedRow,
  rows: readonly CountedRow[],
  knownMs: number,
): Numbers[] {
  const recent = rows.filter(({ at, seq_from: from }) => from !== null && at.getTime() >= knownMs);
  const firstKnown = recent.reduce((least, { seq_from: from }) => Math.min(least, from ?? least), countedTo + 1);
  const counted = rows.flatMap(({ may, seq_from: from, seq_to: to }) =>
    may && from !== null && to !== null ? [{ from, to }] : [],
  );
  const all = [
    { from: countedTo + 1, to: HIGHEST },
    ...counted,
    { from: LOWEST, to: Math.max(unknownTo, firstKnown - 1) },
  ];
  return joined(all.toSorted((one, other) => other.to - one.to));
}

/** @param parts by their highest number, from the top */
function joined(parts: readonly Numbers[]): Numbers[] {
  const result: Numbers[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last === undefined || part.to < last.from - JOINED_GAP_MAX) result.push({ ...part });
    else last.from = Math.min(last.from, part.from);
  }
  return result;
}

function partWithin(part: Numbers, within: Numbers): ListPart[] {
  const from = Math.max(part.from, within.from);
  const to = Math.min(part.to, within.to);
  return from > to ? [] : [{ lowest: [from], highest: [to], rowsMax: to - from + 1, endMark: String(from) }];
}

const NIL = '00000000-0000-0000-0000-000000000000';
const UUID = new RegExp(UUID_PATTERN);

const OF_DECISION = {
  ALLOW: (row: string) => `${row}.events > ${row}.reviewed + ${row}.blocked`,
  REVIEW: (row: string) => `${row}.reviewed > 0`,
  BLOCK: (row: string) => `${row}.blocked > 0`,
  STOPPED: (row: string) => `${row}.reviewed + ${row}.blocked > 0`,
} as const satisfies Record<NonNullable<Asked['decision']>, (row: string) => string>;
const OF_RISK = {
  LOW: 'd.events > d.medium + d.high + d.critical',
  MEDIUM: 'd.medium > 0',
  HIGH: 'd.high > 0',
  CRITICAL: 'd.critical > 0',
} as const satisfies Record<NonNullable<Asked['riskLevel']>, string>;

/**
 * One row for each day that is summed, and for each hour behind them. An agent or resource is counted by its id alone:
 * a name also stands for former records.
 */
function statementOf({ agent, resource, action, decision, riskLevel }: Asked, values: unknown[]): string | null {
  const agentId = agent !== undefined && UUID.test(agent) ? agent : null;
  const resourceId = resource !== undefined && UUID.test(resource) ? resource : null;
  if ([agentId, resourceId, action ?? null, decision ?? null, riskLevel ?? null].every((one) => one === null))
    return null;
  const grain = agentId === null ? (resourceId === null ? 'ALL' : 'RESOURCE') : resourceId === null ? 'AGENT' : 'PAIR';
  const place = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const key = `organization_id = $1 AND sandbox = $2 AND grain = ${place(grain, 'text')}
      AND agent_id = ${place(agentId ?? NIL, 'uuid')} AND resource_id = ${place(resourceId ?? NIL, 'uuid')}`;
  const outcome = (row: string) => (decision === undefined ? 'true' : OF_DECISION[decision](row));
  const code = action === undefined ? null : place(action, 'text');
  // A look-up of one row each: a join could read the sums of all agents.
  const may = (unit: 'hour' | 'day') => `
      (SELECT true FROM svc.decision_${unit}s d WHERE ${key} AND d.${unit}_at = a.${unit}_at AND ${outcome('d')}
        AND ${riskLevel === undefined ? 'true' : OF_RISK[riskLevel]} LIMIT 1) IS NOT NULL`;
  const mayByCode = (unit: 'hour' | 'day') =>
    code === null
      ? ''
      : ` AND (SELECT true FROM svc.decision_code_${unit}s k WHERE ${key} AND k.kind = 'ACTION' AND k.code = ${code}
        AND k.${unit}_at = a.${unit}_at AND ${outcome('k')} LIMIT 1) IS NOT NULL`;
  const number = (unit: 'hour' | 'day', of: 'min' | 'max', column: string) =>
    unit === 'hour' ? `a.${column}` : `COALESCE(a.${column}, ${ofHours(of, column)}) AS ${column}`;
  const rows = (unit: 'hour' | 'day', bound: string) => `
    SELECT LEAST(c.counted_seq, c.numbers_to) AS counted_seq,
      GREATEST(c.decisions_from, c.numbers_from) AS unknown_to, a.${unit}_at AS at,
      ${number(unit, 'min', 'seq_from')}, ${number(unit, 'max', 'seq_to')}, ${may(unit)}${mayByCode(unit)} AS may
    FROM svc.count_cursors c JOIN svc.decision_${unit}s a ON a.organization_id = c.organization_id
    WHERE c.organization_id = $1 AND c.time_zone <> '' AND c.days_to >= $3::timestamptz - ${HOURS_READ}
      AND a.organization_id = $1 AND a.sandbox = $2 AND a.grain = 'ALL' AND a.${unit}_at ${bound} c.days_to`;
  return `${rows('day', '<')} UNION ALL ${rows('hour', '>=')}`;
}

/** A process of an earlier build sums days without numbers: its hours have them. One of the next day widens it. */
const ofHours = (of: 'min' | 'max', column: string) => `(
      SELECT ${of}(h.${column}) FROM svc.decision_hours h
      WHERE h.organization_id = $1 AND h.sandbox = $2 AND h.grain = 'ALL'
        AND h.hour_at >= a.day_at AND h.hour_at < a.day_at + interval '25 hours')`;

/** Where days are further behind, all hours would be read, and the counts are not asked. */
const HOURS_READ = `interval '3 days'`;
