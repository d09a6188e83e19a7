// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it numbers the chain anew.
 * Guarantee: the hourly counts are those of the events, whatever the events, their batches and the runs that counted
 * them. The reference is written from the meaning of each count and shares no line with the statement. Days are the sums
 * of their hours, also in another time zone. A period has the same sums by both.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { ACME, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { countEvents, readSpan, rowsOfSpan, sumDays, valuesOfSpan } from './index.ts';

const RUNS = amount(6, 25);
const NEVER = new AbortController().signal;
const NIL = '00000000-0000-0000-0000-000000000000';
const NOW_MS = Date.UTC(2026, 10, 20, 12, 3, 17);
const NOW = new Date(NOW_MS);

let service: TestService;
let organizationId: string;
beforeAll(async () => {
  service = await startTestService();
  const rows = await readRows(service.database, `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`);
  organizationId = String(rows[0]?.organization_id);
});
afterAll(() => service.stop());

const AGENTS = [randomUUID(), randomUUID()];
const RESOURCES = [randomUUID(), randomUUID()];
const POLICIES = [randomUUID(), randomUUID()];

const decisions = ['ALLOW', 'REVIEW', 'BLOCK'] as const;
const event = fc.record({
  agent: fc.constantFrom(...AGENTS),
  resource: fc.constantFrom(...RESOURCES),
  action: fc.constantFrom('READ_DATA', 'EXPORT_DATA'),
  destination: fc.constantFrom(null, 'INTERNAL', 'EXTERNAL_API'),
  records: fc.constantFrom(null, 0, 7, 100_000_000),
  decision: fc.constantFrom(...decisions),
  evaluated: fc.constantFrom(...decisions),
  level: fc.constantFrom('LOW', 'MEDIUM', 'HIGH', 'CRITICAL'),
  score: fc.integer({ min: 0, max: 100 }),
  sandbox: fc.boolean(),
  minutesAgo: fc.integer({ min: 0, max: 70 * 60 }),
  policy: fc.constantFrom(null, ...POLICIES),
  matched: fc.subarray(POLICIES),
  factors: fc.subarray(['ACTION', 'RESOURCE', 'CONTENT']),
  findings: fc.subarray(['CPF', 'EMAIL']),
  cause: fc.constantFrom('policy', 'risk', 'paused', 'permission'),
});
type PastEvent = typeof event extends fc.Arbitrary<infer One> ? One : never;

it('counts in any batches what a look at all events counts, in hours of any zone, with runs side by side', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 60 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(['America/Sao_Paulo', 0], ['Asia/Kolkata', 30], ['Asia/Kathmandu', 45]),
      async (events, numbersPerBatchMax, [zone, offsetMinutes]) => {
        await forgetAll(String(zone));
        const half = Math.floor(events.length / 2);
        for (const part of [events.slice(0, half), events.slice(half)]) {
          await recordPast(part);
          const run = () =>
            countEvents(service.app.pool, organizationId, NEVER, { numbersPerBatchMax, batchesMax: 1_000 });
          const counted = await Promise.all([run(), run(), run()]);
          expect(counted.map(({ isComplete }) => isComplete)).toEqual([true, true, true]);
        }
        expect(await storedCounts()).toEqual(naiveCounts(events, Number(offsetMinutes)));
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

const ZONES = [
  ['America/Sao_Paulo', -180],
  ['Asia/Kolkata', 330],
  ['Pacific/Kiritimati', 840],
  ['UTC', 0],
] as const;

it('sums days as their hours, in the zone that the organization has now, and reads the same sums of any period', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 40 }),
      fc.constantFrom(...ZONES),
      fc.constantFrom(...ZONES),
      fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 90 })),
      async (events, [before], [zone, offsetMinutes], [hoursAgo, hours]) => {
        const period = {
          from: new Date(NOW_MS - (hoursAgo + hours) * 3_600_000),
          to: new Date(NOW_MS - hoursAgo * 3_600_000),
        };
        await forgetAll(before);
        const half = Math.floor(events.length / 2);
        await recordPast(events.slice(0, half));
        await countEvents(service.app.pool, organizationId, NEVER);
        const sum = (daysMax?: number) =>
          sumDays(service.app.pool, organizationId, NEVER, {
            ...(daysMax === undefined ? {} : { daysMax }),
            now: NOW,
          });
        expect(await Promise.all([sum(), sum()])).toEqual([true, true]);
        await expectSameSums(period);
        if (zone !== before) await readRows(service.database, 'UPDATE svc.organizations SET time_zone = $1', [zone]);
        await expectSameSums(period);
        await recordPast(events.slice(half));
        await countEvents(service.app.pool, organizationId, NEVER);
        await expectSameSums(period);
        await sum(1);
        await expectSameSums(period);
        expect(await sum()).toBe(true);
        await expectSameSums(period);
        const ofHours: Counts = {};
        for (const [key, numbers] of Object.entries(await storedCounts())) {
          const day = key.replace(HOUR, (at) => dayOf(at, offsetMinutes));
          if ((HOUR.exec(day)?.[0] ?? '') >= dayOf(new Date(NOW_MS - 300_000).toISOString(), offsetMinutes)) continue;
          ofHours[day] = numbers.map((number, index) => number + (ofHours[day]?.[index] ?? 0));
        }
        expect(await storedCounts('days')).toEqual(ofHours);
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
});

const HOUR = /\d{4}-\S+Z/;

function dayOf(at: string, offsetMinutes: number): string {
  const localMs = Date.parse(at) + offsetMinutes * 60_000;
  return new Date(localMs - (localMs % 86_400_000) - offsetMinutes * 60_000).toISOString();
}

async function expectSameSums(period: { from: Date; to: Date }): Promise<void> {
  const rows = await inTransaction(service.app.pool, [organizationId], async (transaction) => {
    const span = await readSpan(transaction, organizationId, period);
    return await transaction.query<{ events: number; points: number }>(
      `SELECT COALESCE(sum(events), 0)::int AS events, COALESCE(sum(risk_points), 0)::int AS points
       FROM ${rowsOfSpan('decision', 'events, risk_points', 'true')} AS rows`,
      [organizationId, false, 'RESOURCE', ...valuesOfSpan(span)],
    );
  });
  const ofHours = await readRows(
    service.database,
    `SELECT COALESCE(sum(events), 0)::int AS events, COALESCE(sum(risk_points), 0)::int AS points
     FROM svc.decision_hours WHERE NOT sandbox AND grain = 'RESOURCE' AND hour_at >= $1 AND hour_at < $2`,
    [period.from, period.to],
  );
  expect(rows).toEqual(ofHours);
}

type Counts = Record<string, number[]>;

const REASONS: Record<PastEvent['cause'], string> = {
  policy: 'The policy "The agent "x" is paused." decides REVIEW.',
  risk: 'The risk score 70, at or above 60, decides REVIEW.',
  paused: 'The agent "The policy "x"" is paused.',
  permission: 'The agent "a" has no permission for READ_DATA on the resource "b" is paused.".',
};

function naiveCounts(events: readonly PastEvent[], offsetMinutes: number): Counts {
  const counts: Counts = {};
  const add = (key: string, numbers: readonly number[]) => {
    counts[key] = numbers.map((number, index) => number + (counts[key]?.[index] ?? 0));
  };
  for (const one of events) {
    const shiftMs = offsetMinutes * 60_000;
    const atMs = NOW_MS - one.minutesAgo * 60_000 + shiftMs;
    const hour = new Date(atMs - (atMs % 3_600_000) - shiftMs).toISOString();
    const would = one.decision === 'ALLOW' ? one.evaluated : null;
    const is = (value: boolean) => Number(value);
    const outcome = [1, is(one.decision === 'REVIEW'), is(one.decision === 'BLOCK'), is(would === 'REVIEW')];
    outcome.push(is(would === 'BLOCK'));
    const risk = ['MEDIUM', 'HIGH', 'CRITICAL'].map((level) => is(one.level === level));
    for (const [grain, agent, resource] of [
      ['ALL', NIL, NIL],
      ['AGENT', one.agent, NIL],
      ['RESOURCE', NIL, one.resource],
      ['PAIR', one.agent, one.resource],
    ]) {
      const place = `${one.sandbox} ${grain} ${hour} ${agent} ${resource}`;
      add(place, [...outcome, ...risk, one.score, one.records ?? 0]);
      for (const code of codesOf(one)) add(`${place} ${code}`, outcome);
    }
  }
  return counts;
}

function codesOf(one: PastEvent): string[] {
  const stopped = one.decision !== 'ALLOW';
  const causes = { policy: one.policy, risk: `RISK_${one.decision}`, paused: 'PAUSED', permission: 'PERMISSION' };
  const cause = causes[one.cause];
  return [
    `ACTION ${one.action}`,
    ...(one.destination === null ? [] : [`DESTINATION ${one.destination}`]),
    ...(one.policy === null ? [] : [`DECIDER ${one.policy}`]),
    ...(stopped && cause !== null ? [`CAUSE ${cause}`] : []),
    ...one.factors.map((code) => `FACTOR ${code}`),
    ...one.findings.map((code) => `FINDING ${code}`),
    ...one.matched.map((code) => `POLICY ${code}`),
  ];
}

async function storedCounts(step: 'hours' | 'days' = 'hours'): Promise<Counts> {
  const at = step === 'hours' ? 'hour_at' : 'day_at';
  const place = `concat_ws(' ', sandbox, grain, to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"'),
    agent_id, resource_id)`;
  const outcome = 'events, reviewed, blocked, would_review, would_block';
  const rows = await readRows<{ key: string; numbers: string[] }>(
    service.database,
    `SELECT ${place} AS key, ARRAY[${outcome}, medium, high, critical, risk_points, records] AS numbers
     FROM svc.decision_${step}
     UNION ALL SELECT ${place} || ' ' || kind || ' ' || code, ARRAY[${outcome}] FROM svc.decision_code_${step}`,
  );
  return Object.fromEntries(
    rows.map(({ key, numbers }) => [key.replace(/^[tf]\b/, (letter) => String(letter === 't')), numbers.map(Number)]),
  );
}

async function forgetAll(zone: string): Promise<void> {
  await readRows(
    service.database,
    `TRUNCATE svc.events, svc.count_cursors, svc.decision_hours, svc.decision_code_hours, svc.decision_days,
       svc.decision_code_days`,
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET audit_seq = 0');
  await readRows(service.database, 'UPDATE svc.organizations SET time_zone = $1', [zone]);
}

async function recordPast(events: readonly PastEvent[]): Promise<void> {
  const rows = events.map((one, index) => ({
    ...one,
    id: randomUUID(),
    place: index + 1,
    created_at: new Date(NOW_MS - one.minutesAgo * 60_000).toISOString(),
    record: {
      policy: one.policy === null ? null : { id: one.policy, name: 'p' },
      reasons: [REASONS[one.cause]],
      riskFactors: one.factors.map((code) => ({ code, points: 5 })),
      dlpFindings: one.findings,
      matchedPolicyIds: one.matched,
    },
  }));
  await readRows(service.database, INSERT_PAST, [organizationId, JSON.stringify(rows), rows.length]);
}

const INSERT_PAST = `
  WITH head AS (
    UPDATE svc.organization_heads SET audit_seq = audit_seq + $3::int WHERE organization_id = $1 RETURNING audit_seq
  )
  INSERT INTO svc.events (organization_id, id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action,
    destination, records_affected, decision, evaluated_decision, risk_level, risk_score, quota_exceeded, record)
  SELECT $1, e.id, head.audit_seq - $3::int + e.place, e.created_at, e.sandbox, e.id, e.agent, e.resource,
    e.action, e.destination, e.records, e.decision, e.evaluated, e.level, e.score, false, e.record
  FROM head, json_to_recordset($2) AS e (id uuid, place int, created_at timestamptz, sandbox boolean, agent uuid,
    resource uuid, action text, destination text, records int, decision text, evaluated text, level text, score int,
    record json)`;
