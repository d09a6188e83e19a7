// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it numbers the chain anew.
 * Guarantee: a scan of the sums finds what a scan of all events would find, whatever the events and their batches.
 * The reference is written from the rules alone and shares no line with the scan.
 */
import { randomUUID } from 'node:crypto';
import type { AnomalyKind } from '@svc/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { ACME, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { countEvents } from '../counts/index.ts';
import { findAnomalies } from './find.ts';

const RUNS = amount(12, 60);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService();
  const rows = await readRows(service.database, `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`);
  organizationId = String(rows[0]?.organization_id);
});
afterAll(() => service.stop());

interface PastEvent {
  agentId: string;
  resourceId: string;
  action: string;
  destination: string | null;
  records: number | null;
  atMs: number;
  sandbox: boolean;
}

const AGENTS = [randomUUID(), randomUUID()].sort();
const RESOURCES = [randomUUID(), randomUUID()];
const NOW_MS = Date.UTC(2026, 10, 20, 12, 3, 17);
const NOW = new Date(NOW_MS);

/** Ages that lie on both sides of every boundary: slices, the window, whole hours, the fourteen days. */
const minutesAgo = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 70 }) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }).map((days) => days * 1_440) },
  { weight: 2, arbitrary: fc.integer({ min: 60, max: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 14 * 1_440 - 10, max: 14 * 1_440 + 130 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 30 * 1_440 }) },
);

const burst = fc.record({
  agentId: fc.constantFrom(...AGENTS),
  resourceId: fc.constantFrom(...RESOURCES),
  action: fc.constantFrom('READ_DATA', 'READ_DATA', 'WRITE_DATA', 'EXPORT_DATA'),
  destination: fc.constantFrom(null, null, 'INTERNAL', 'EXTERNAL_EMAIL', 'EXTERNAL_API'),
  records: fc.constantFrom(null, 0, 1, 30, 90, 1_500),
  minutesAgo,
  secondsApart: fc.integer({ min: 0, max: 20 }),
  times: fc.integer({ min: 1, max: 60 }),
});
/** Recent events, as a runaway loop makes them. */
const surge = burst.map((one) => ({ ...one, minutesAgo: 5, secondsApart: 0, times: 4 * one.times + 100 }));
const history = fc
  .tuple(
    fc.array(burst, { minLength: 5, maxLength: 25 }),
    fc.array(surge, { maxLength: 1 }),
    fc.array(fc.nat(24), { maxLength: 3 }),
  )
  .map(([bursts, surges, sandboxed]) =>
    [...bursts, ...surges].flatMap(({ minutesAgo: ago, secondsApart, times, ...event }, place): PastEvent[] =>
      Array.from({ length: times }, (_, index) => ({
        ...event,
        sandbox: sandboxed.includes(place),
        atMs: NOW_MS - ago * MINUTE_MS + index * secondsApart * 1_000,
      })),
    ),
  );

it('finds in sums what is in events', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 40, max: 700 }), async (events, numbersPerBatchMax) => {
      await forgetAll();
      // In two parts, because scans run while events are still recorded.
      const half = Math.floor(events.length / 2);
      for (const part of [events.slice(0, half), events.slice(half)]) {
        await recordPast(part);
        const { isComplete } = await countEvents(service.app.pool, organizationId, NEVER, {
          numbersPerBatchMax,
          now: NOW,
        });
        expect(isComplete).toBe(true);
      }
      const found = await findAnomalies(service.app.pool, organizationId, NOW_MS);
      const expected = naiveFindings(events);
      expect(found.map(({ agentId, kind, params }) => [agentId, kind, ...Object.values(params).slice(1)])).toEqual(
        expected,
      );
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

it('compares every kind: the histories that are made hold each of them', () => {
  const kinds = fc.sample(history, { numRuns: 300, seed: 1 }).flatMap((events) => naiveFindings(events));
  expect([...new Set(kinds.map(([, kind]) => kind))].sort()).toEqual(KINDS);
});

const KINDS: AnomalyKind[] = ['NEW_ACTION', 'NEW_EXTERNAL_DEST', 'RATE_SPIKE', 'VOLUME_SPIKE'];
const NEVER = new AbortController().signal;

/** Agent, kind and the message's content, by agent id. */
function naiveFindings(all: readonly PastEvent[]): (string | number)[][] {
  const events = all.filter(({ sandbox }) => !sandbox);
  return AGENTS.flatMap((agentId) => {
    const own = events.filter((event) => event.agentId === agentId);
    // 12:03:17 lies in the slice of 12:00; eleven before it begin at 11:05. Whole hours before that end at 11:00.
    const windowMs = Date.UTC(2026, 10, 20, 11, 5);
    const pastUntilMs = Date.UTC(2026, 10, 20, 11);
    const recent = own.filter(({ atMs }) => atMs >= windowMs);
    const past = own.filter(({ atMs }) => atMs < pastUntilMs && atMs >= pastUntilMs - 14 * DAY_MS);
    const days = new Set(past.map(({ atMs }) => Math.floor(atMs / DAY_MS)));
    if (recent.length === 0 || days.size < 3 || past.length < 50) return [];
    const hours = [...new Set(past.map(hourOf))].map((hour) => past.filter((event) => hourOf(event) === hour));
    const usualRecords = nearestRank(hours.map(recordsOf));
    const usualEvents = nearestRank(hours.map((hour) => hour.length));
    const isFirst = (event: PastEvent, same: (other: PastEvent) => boolean, among: readonly PastEvent[]) =>
      event.atMs >= windowMs && among.find(same) === event;
    const actions = inTime(
      own.filter((event) => isFirst(event, ({ action }) => action === event.action, own)),
      'action',
    );
    const destinations = inTime(
      own.filter((event) => {
        const { resourceId, destination } = event;
        const same = (other: PastEvent) => other.resourceId === resourceId && other.destination === destination;
        return (
          String(destination).startsWith('EXTERNAL') && isFirst(event, same, events) && before(events, event) >= 50
        );
      }),
      'resourceId',
      'destination',
    );
    const findings: [AnomalyKind, ...(string | number)[]][] = [];
    const records = recordsOf(recent);
    if (records > 1_000 && records > 5 * usualRecords) findings.push(['VOLUME_SPIKE', records, usualRecords]);
    if (actions[0] !== undefined) findings.push(['NEW_ACTION', actions[0].action, actions.length - 1]);
    const [first] = destinations;
    if (first !== undefined) {
      const { resourceId, destination } = first;
      const params = [resourceId, String(destination), before(events, first), destinations.length - 1];
      findings.push(['NEW_EXTERNAL_DEST', ...params]);
    }
    if (recent.length > 50 && recent.length > 5 * usualEvents)
      findings.push(['RATE_SPIKE', recent.length, usualEvents]);
    return findings.map((finding) => [agentId, ...finding]);
  });
}

const hourOf = ({ atMs }: PastEvent): number => Math.floor(atMs / HOUR_MS);
const recordsOf = (events: readonly PastEvent[]): number =>
  events.reduce((sum, { records }) => sum + (records ?? 0), 0);
const nearestRank = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(0.99 * values.length) - 1] ?? 0;
/** Events on its resource that were recorded earlier. */
const before = (events: readonly PastEvent[], event: PastEvent): number =>
  events.slice(0, events.indexOf(event)).filter(({ resourceId }) => resourceId === event.resourceId).length;
/** Ordered by time, and at equal times by the names of their subjects. */
function inTime(firsts: readonly PastEvent[], ...names: ('action' | 'resourceId' | 'destination')[]): PastEvent[] {
  const key = (event: PastEvent) => names.map((name) => event[name]).join(' ');
  return firsts.toSorted((a, b) => a.atMs - b.atMs || (key(a) < key(b) ? -1 : 1));
}

async function forgetAll(): Promise<void> {
  await readRows(
    service.database,
    `TRUNCATE svc.events, svc.count_cursors, svc.agent_hours, svc.agent_slices, svc.agent_first_actions,
       svc.resource_uses, svc.resource_first_destinations`,
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET audit_seq = 0');
}

/**
 * Records them in this order behind the existing events. No audit entries are made, because the test is about events.
 */
async function recordPast(events: readonly PastEvent[]): Promise<void> {
  const rows = events.map((event, index) => ({
    id: randomUUID(),
    place: index + 1,
    created_at: new Date(event.atMs).toISOString(),
    sandbox: event.sandbox,
    agent_id: event.agentId,
    resource_id: event.resourceId,
    action: event.action,
    destination: event.destination,
    records_affected: event.records,
  }));
  await readRows(service.database, INSERT_PAST, [organizationId, JSON.stringify(rows), rows.length]);
}

const INSERT_PAST = `
  WITH head AS (
    UPDATE svc.organization_heads SET audit_seq = audit_seq + $3::int WHERE organization_id = $1 RETURNING audit_seq
  )
  INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
    destination, records_affected, decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
  SELECT $1, e.id, head.audit_seq - $3::int + e.place, e.created_at, e.sandbox, e.id, e.agent_id, e.resource_id,
    e.action, e.destination, e.records_affected, 'ALLOW', 'ALLOW', 'LOW', 5, false, '{}'
  FROM head, json_to_recordset($2) AS e (id uuid, place int, created_at timestamptz, sandbox boolean, agent_id uuid,
    resource_id uuid, action text, destination text, records_affected int)`;
