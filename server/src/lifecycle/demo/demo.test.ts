// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: a deployment has one demo.
 * Guarantees: a visitor of the demo sees everything and changes nothing, whatever operation they call. The demo is made
 * anew every night, also after a process that died, and other organizations notice nothing of it.
 */
import {
  APP_OPERATIONS,
  type AppOperation,
  DEMO_VISIT_MINUTES,
  DEMO_VISITS_MAX,
  DEMO_VISITS_PER_ADDRESS_AND_HOUR,
  DEMO_VISITS_PER_NETWORK_AND_HOUR,
  type EventList,
  isOpenInDemo,
  type Me,
  type MemberList,
} from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, startTestService, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createAddressReach } from '../../outgoing/egress/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { deleteRowsOfEnded } from '../data-rights/index.ts';
import { DEMO_NAME, enterDemo, keepDemo } from './index.ts';

const UNKNOWN_ID = '018f0000-0000-7000-8000-00000000ffff';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SMALL = { isOn: true, days: 3, perDay: 12 };
const never = new AbortController().signal;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople(), demo: true });
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

const depsOf = ({ app }: TestService) => ({
  pool: app.pool,
  vault: createVault([TEST_ENCRYPTION_KEY]),
  reach: createAddressReach([]),
  log: pino({ level: 'silent' }),
});
const keep = (nowMs = Date.now(), options = SMALL, signal = never) => keepDemo(depsOf(service), options, nowMs, signal);

interface DemoRow extends Record<string, unknown> {
  organization_id: string;
  visitor_id: string;
  opened_at: Date | null;
}
const demos = () => readRows<DemoRow>(service.database, 'SELECT * FROM svc.demo_organizations');

async function enter(at = service): Promise<Browser> {
  const browser = openBrowser(at.baseUrl);
  const { status } = await browser.call('/auth/demo', { method: 'POST' });
  expect(status).toBe(200);
  return browser;
}

describe('without the configuration', () => {
  let without: TestService;
  beforeAll(async () => {
    without = await startTestService({ database: service.database });
  });
  afterAll(() => without.stop());

  it('there is nothing to enter, and nothing says so', async () => {
    const browser = openBrowser(without.baseUrl);
    expect(await browser.call('/auth/demo', { method: 'POST' })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    expect((await browser.call('/public/config')).body).toMatchObject({ demoEnabled: false });
    expect((await browser.call('/auth/session')).body).toEqual({
      present: false,
      demo: false,
      signUp: true,
      mail: true,
    });
  });

  it('a demo of earlier ends with its visits and its people', async () => {
    await keep();
    const visitor = await enter();
    await keep(Date.now(), { ...SMALL, isOn: false });
    expect(await demos()).toEqual([]);
    expect((await visitor.call('/me')).status).toBe(401);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.accounts WHERE is_demo')).toEqual([]);
  });
});

describe('a visitor', () => {
  let visitor: Browser;
  beforeAll(async () => {
    await readRows(service.database, 'DELETE FROM svc.rate_windows');
    await keep();
    visitor = await enter();
  });

  it('is told of the demo before, and is a member of it afterwards, for a while', async () => {
    expect((await openBrowser(service.baseUrl).call('/public/config')).body).toMatchObject({ demoEnabled: true });
    expect((await openBrowser(service.baseUrl).call('/auth/session')).body).toEqual({
      present: false,
      demo: true,
      signUp: true,
      mail: true,
    });
    const { body: me } = await visitor.call<Me>('/me');
    expect(me).toMatchObject({ demo: true, organization: { name: DEMO_NAME, role: 'MEMBER' } });
    const [session] = await readRows<{ minutes: number; same: boolean }>(
      service.database,
      `SELECT round(extract(epoch FROM expires_at - now()) / 60)::int AS minutes, expires_at = access_expires_at AS same
       FROM svc.sessions WHERE account_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [me.user.id],
    );
    expect(session).toEqual({ minutes: DEMO_VISIT_MINUTES, same: true });
    // Nothing renews it.
    expect((await (await enter()).call('/auth/refresh', { method: 'POST' })).status).toBe(401);
  });

  it('sees the decisions of the history', async () => {
    const { body } = await visitor.call<EventList>('/events?limit=200');
    expect(body.items.length).toBeGreaterThan(10);
    expect((await visitor.call<MemberList>('/members')).body.items.map(({ role }) => role).sort()).toEqual([
      'ADMIN',
      'MEMBER',
      'OWNER',
    ]);
    expect((await visitor.call('/me/data-rights')).body).toEqual({
      export: false,
      deleteAccount: false,
      deleteOrganization: false,
    });
  });

  const operations = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, { who }]) => who !== 'anybody');
  const closed = operations.filter(([, operation]) => !isOpenInDemo(operation));

  it('is refused every operation that changes something, and few others', () => {
    const changing = operations.filter(([, { method, onlyAsks }]) => method !== 'GET' && onlyAsks !== true);
    expect(changing.length).toBeGreaterThan(60);
    expect(closed).toEqual(expect.arrayContaining(changing));
    expect(closed.filter(([, { method }]) => method === 'GET').map(([id]) => id)).toEqual([
      'listSessions',
      'listActivity',
      'listPasskeys',
      'listSigningKeys',
      'readUnconfirmedAccess',
      'exportAccount',
      'listChatLinks',
      'checkIntegration',
    ]);
  });

  it.each(closed)('may not call %s', async (id, { method, path, body }) => {
    const answer = await visitor.call(path.replaceAll(/\{\w+\}/g, UNKNOWN_ID), {
      method,
      ...(body !== null && { body: {} }),
    });
    const isDeletion = id === 'deleteOrganization' || id === 'deleteAccount';
    expect([answer.status, answer.body.error]).toEqual([403, isDeletion ? 'forbidden' : 'demo_read_only']);
    expect(answer.body.message).toMatch(/demo/);
  });

  it('has left nothing behind in the account that visitors share', async () => {
    const [demo] = await demos();
    const of = (table: string) =>
      readRows(service.database, `SELECT 1 FROM svc.${table} WHERE account_id = $1`, [demo?.visitor_id]);
    expect([await of('account_activity'), await of('account_devices')]).toEqual([[], []]);
    const mails = await readRows(service.database, 'SELECT 1 FROM svc.mail_outbox WHERE organization_id = $1', [
      demo?.organization_id,
    ]);
    expect(mails).toEqual([]);
  });

  it('goes out by themselves, and nobody else with them', async () => {
    const [one, other] = [await enter(), await enter()];
    expect((await one.call('/auth/logout', { method: 'POST' })).status).toBe(204);
    expect([(await one.call('/me')).status, (await other.call('/me')).status]).toEqual([401, 200]);
  });

  it('comes in so often an hour from one address', async () => {
    for (let visit = 0; visit < DEMO_VISITS_PER_ADDRESS_AND_HOUR; visit += 1) await enter();
    const refused = await openBrowser(service.baseUrl).call('/auth/demo', { method: 'POST' });
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
  });

  it('counts by its /64, and with its network, which cannot fill the demo', async () => {
    const pool = service.app.pool;
    const from = async (address: string) => {
      const client = { address, userAgent: undefined, acceptLanguage: undefined, device: null };
      return await enterDemo(pool, true, client, pool.clock.nowMs()).then(
        () => 200,
        (error: { code: string }) => error.code,
      );
    };
    for (let visit = 0; visit < DEMO_VISITS_PER_ADDRESS_AND_HOUR; visit += 1) {
      expect(await from(`2001:db8:1:1::${visit.toString(16)}`)).toBe(200);
    }
    expect(await from('2001:db8:1:1:ffff::1')).toBe('rate_limited');
    for (let visit = DEMO_VISITS_PER_ADDRESS_AND_HOUR; visit < DEMO_VISITS_PER_NETWORK_AND_HOUR; visit += 1) {
      expect(await from(`2001:db8:1:${(visit + 2).toString(16)}::1`)).toBe(200);
    }
    expect(await from('2001:db8:1:fff0::1')).toBe('rate_limited');
    expect(await from('2001:db8:2:1::1')).toBe(200);
    const visitHours = DEMO_VISIT_MINUTES / 60;
    expect(DEMO_VISITS_PER_NETWORK_AND_HOUR * visitHours).toBeLessThan(DEMO_VISITS_MAX / 2);
  });
});

describe('the owner of the demo, if anybody were one', () => {
  it('may not delete it either', async () => {
    await keep();
    const [demo] = await demos();
    await readRows(service.database, `UPDATE svc.memberships SET role = 'OWNER' WHERE organization_id = $1`, [
      demo?.organization_id,
    ]);
    const body = { password: 'whatever it is', confirmName: DEMO_NAME };
    const refused = await (await enter()).call('/organization', { method: 'DELETE', body });
    expect([refused.status, refused.body]).toMatchObject([403, { error: 'forbidden' }]);
    expect(refused.body.message).toBe('The demo cannot be deleted.');
  });
});

describe('the night', () => {
  /** Noon in São Paulo, some days ahead: the next night begins fifteen hours later. */
  const noonMs = Math.floor(Date.now() / DAY_MS) * DAY_MS + 2 * DAY_MS + 15 * HOUR_MS;

  it('makes the demo anew once, and leaves the other organizations as they are', async () => {
    await keep(noonMs);
    const [before] = await demos();
    const acme = await readAuditEntries(service.database, ACME);
    await keep(noonMs + 14 * HOUR_MS);
    expect(await demos()).toEqual([before]);
    const visitor = await enter();
    await keep(noonMs + 16 * HOUR_MS);
    const [after, ...others] = await demos();
    expect(others).toEqual([]);
    expect(after?.organization_id).not.toBe(before?.organization_id);
    expect((await visitor.call('/me')).status).toBe(401);
    await enter();
    await keep(noonMs + 30 * HOUR_MS);
    expect(await demos()).toEqual([after]);
    // The rows of the old one go in batches, with those of every ended organization.
    await deleteRowsOfEnded(service.app.pool, Date.now(), never);
    const left = await readRows(service.database, 'SELECT 1 FROM svc.events WHERE organization_id = $1 LIMIT 1', [
      before?.organization_id,
    ]);
    expect(left).toEqual([]);
    expect(await readAuditEntries(service.database, ACME)).toEqual(acme);
    expect(verifyEntries(acme)).toMatchObject({ isValid: true });
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    expect((await owner.call('/audit/verify')).body).toMatchObject({ verdict: 'VALID' });
    expect(verifyEntries(await readAuditEntries(service.database, DEMO_NAME))).toMatchObject({ isValid: true });
  });

  it('begins again what a process that died had begun, and lets nobody in before it is done', async () => {
    await keep(noonMs + 2 * DAY_MS);
    const stopping = new AbortController();
    // It stops between two days of the history, as at the end of a process.
    const half = keep(noonMs + 3 * DAY_MS, { ...SMALL, days: 60 }, stopping.signal);
    await expect.poll(async () => (await demos())[0]?.opened_at).toBe(null);
    const refused = await openBrowser(service.baseUrl).call('/auth/demo', { method: 'POST' });
    expect([refused.status, refused.body.error]).toEqual([503, 'unavailable']);
    stopping.abort();
    await half;
    const [begun] = await demos();
    expect(begun?.opened_at).toBe(null);
    await keep(noonMs + 3 * DAY_MS + HOUR_MS);
    const [made, ...others] = await demos();
    expect(others).toEqual([]);
    expect(made?.organization_id).not.toBe(begun?.organization_id);
    expect(made?.opened_at).not.toBe(null);
    await enter();
  });
});

it('leaves the first account to the first person', async () => {
  const first = await startTestService({ database: await openEmptyDatabase(), signup: 'first', demo: true });
  try {
    await keepDemo(depsOf(first), SMALL, Date.now(), never);
    expect((await openBrowser(first.baseUrl).call('/public/config')).body).toMatchObject({ signupEnabled: true });
  } finally {
    await first.stop();
  }
});

it('never takes an organization that an operator made for its own', async () => {
  const other = await startTestService({ database: await openEmptyDatabase(), demo: true });
  await other.provision(`apiVersion: svc/v1\nkind: Provision\norganizations:\n  - name: ${DEMO_NAME}\n`);
  try {
    await expect(keepDemo(depsOf(other), SMALL, Date.now(), never)).rejects.toThrow('There is an organization');
    expect(await readRows(other.database, 'SELECT name FROM svc.organizations')).toEqual([{ name: DEMO_NAME }]);
  } finally {
    await other.stop();
  }
});
