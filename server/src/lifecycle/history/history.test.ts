// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantees: a written history is like one that has happened. Its chain verifies, its entries are in the order of time,
 * and counts and reviews agree. Its last hours show something on every day. Periodic tasks pass it by until it is whole.
 */
import type { AnomalyList, EventList, ReviewList } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { beforeAll, describe, expect, it } from 'vitest';
import { decidedAgain } from '#harness/lively';
import { call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { signIn } from '#harness/service/sessions.ts';
import { expireReviews } from '../../decisions/reviews/index.ts';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { applyProvisioning, parseProvisioning } from '../provisioning/index.ts';
import { type HistoryDeps, OWNER, writeHistory } from './index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 70;
const PASSWORD = 'correct horse battery';
const SATURDAY = 6;

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
  return () => service.stop();
});

const written = new Map<string, string>();
function writeOne(name: string, { nowMs = service.clock.nowMs(), days = DAYS, perDay = 12, signal = never } = {}) {
  const { pool } = service.app;
  const key = `key_live_${name.padEnd(43, 'H')}`;
  written.set(name, key);
  const deps: HistoryDeps = {
    pool,
    provision: (text, atMs, alongside) =>
      applyProvisioning(
        {
          pool,
          vault: createVault([Buffer.alloc(32, 7)]),
          reach: createAddressReach([]),
          nowMs: atMs,
          log: { info() {} },
        },
        parseProvisioning(text, 'history'),
        { alongside },
      ),
  };
  const owner = { email: `${name}-${OWNER}`, name: 'Olivia Prado', role: 'OWNER', password: PASSWORD } as const;
  const cast = { name, people: [owner], keys: { production: key } };
  return writeHistory(deps, { nowMs, days, perDay, cast, signal });
}
const never = new AbortController().signal;
const ownerOf = (name: string) => signIn(service.baseUrl, `${name}-${OWNER}`, PASSWORD);

it('has an audit chain that verifies, in the order of time, and works on as any organization', async () => {
  const nowMs = service.clock.nowMs();
  const { organizationId, decisions, reviews } = await writeOne('Whole', { nowMs });
  const entries = await readAuditEntries(service.database, 'Whole');
  expect(verifyEntries(entries)).toMatchObject({ isValid: true });
  const recorded = entries.filter(({ kind }) => kind === 'decision.recorded');
  expect(recorded).toHaveLength(decisions);
  expect(await decidedAgain(service, organizationId)).toMatchObject({ verdict: 'ALIKE', alike: decisions });
  const times = entries.map(({ at }) => Date.parse(at));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(nowMs - DAYS * DAY_MS);
  expect(Date.parse(recorded.at(-1)?.at ?? '')).toBeLessThan(nowMs);
  const outcomes = new Set(recorded.map(({ metadata }) => metadata.decision));
  expect([...outcomes].sort()).toEqual(['ALLOW', 'BLOCK', 'REVIEW']);
  const answered = entries.filter(({ kind }) => /^review\.(?:approved|denied)$/.test(kind)).length;
  const [waiting] = await readRows<{ n: number }>(
    service.database,
    `SELECT count(*)::int AS n FROM svc.reviews WHERE organization_id = $1 AND status = 'PENDING'`,
    [organizationId],
  );
  expect(answered + (waiting?.n ?? 0)).toBe(reviews);
  const [counted] = await readRows<{ n: number }>(
    service.database,
    `SELECT sum(events)::int AS n FROM svc.usage_months WHERE organization_id = $1`,
    [organizationId],
  );
  const { body: usage } = await (await ownerOf('Whole')).call<{ events: number }>('/usage');
  expect((counted?.n ?? 0) + usage.events).toBe(decisions);
  const body = { agent: 'crm-sync', resource: 'customers', action: 'READ_DATA' };
  expect((await call(service.baseUrl, '/v1/events', { key: written.get('Whole') ?? '', body })).status).toBe(200);
  await expect(writeOne('Whole')).rejects.toThrow('There is an organization');
});

describe.each([
  ['a Saturday at noon in São Paulo', 'Saturday', SATURDAY, 15],
  ['a Monday, minutes after midnight there', 'Monday', 1, 3],
] as const)('on %s', (_when, day, weekday, hour) => {
  beforeAll(async () => {
    const midnightMs = Math.ceil(service.clock.nowMs() / DAY_MS) * DAY_MS;
    const daysAhead = (weekday - new Date(midnightMs).getUTCDay() + 7) % 7;
    service.clock.moveTo(midnightMs + daysAhead * DAY_MS + hour * HOUR_MS + 5 * 60_000);
    await writeOne(day, { days: 20, perDay: 60 });
  });

  it('six reviews wait, of different risk', async () => {
    const { body } = await (await ownerOf(day)).call<ReviewList>('/reviews?status=PENDING');
    expect(body.items.length).toBeGreaterThanOrEqual(6);
    const levels = new Set(body.items.map(({ event }) => event.riskLevel));
    expect([...levels].sort()).toEqual(expect.arrayContaining(['CRITICAL', 'HIGH', 'MEDIUM']));
  });

  it('two anomalies are open, and something was blocked today', async () => {
    const owner = await ownerOf(day);
    const { body: anomalies } = await owner.call<AnomalyList>('/anomalies');
    expect(anomalies.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['VOLUME_SPIKE', 'NEW_ACTION']));
    const todayMs = Math.floor((service.clock.nowMs() - 3 * HOUR_MS) / DAY_MS) * DAY_MS + 3 * HOUR_MS;
    const { body: blocked } = await owner.call<EventList>(
      `/events?decision=BLOCK&from=${new Date(todayMs).toISOString()}`,
    );
    expect(blocked.items.length).toBeGreaterThan(0);
  });
});

it('is passed by until it is whole: nothing expires its old reviews meanwhile', async () => {
  let isWriting = true;
  const writing = writeOne('Meanwhile').finally(() => {
    isWriting = false;
  });
  while (isWriting) await expireReviews(service.app.pool, never);
  const { organizationId } = await writing;
  const entries = await readAuditEntries(service.database, 'Meanwhile');
  expect(entries.filter(({ kind }) => kind === 'review.expired')).toEqual([]);
  expect((await pagesOfOrganizations(service.app.pool).next()).value).toContain(organizationId);
});

it('is work for periodic tasks again after its writing was broken off', async () => {
  await expect(writeOne('Half', { signal: AbortSignal.abort(new Error('ended')) })).rejects.toThrow('ended');
  const [half] = await readRows<{ organization_id: string }>(
    service.database,
    `SELECT organization_id FROM svc.organizations WHERE name = 'Half'`,
  );
  expect((await pagesOfOrganizations(service.app.pool).next()).value).toContain(half?.organization_id);
});
