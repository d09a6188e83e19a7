// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the people who may resolve a review, or look after anomalies, are told by mail. Each is told once, in one
 * mail in five minutes, in their language, after quiet hours. No other person is told, and resolved reviews are left
 * out.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, smtpAddress, startMailServer } from '#harness/mail';
import {
  ACME,
  call,
  IDS,
  LIVE_KEY,
  openOrganization,
  TEST_ENCRYPTION_KEY,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { TEST_AUTHORITY } from '#harness/upstream';
import { createMails, createSmtpTransport } from '../../outgoing/mail/index.ts';
import { Outages } from '../../platform/logging/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { prepareNotices } from './index.ts';
import { QUIET_AGAIN_MS } from './limits.ts';

const BASE_URL = 'https://svc.example';
const never = new AbortController().signal;

/** Owners and admins resolve. */
const POLICIES = `
      - { name: Any, action: EXPORT, decision: REVIEW }`;

let service: TestService;
let server: MailServer;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  server = await startMailServer({});
  await readRows(service.database, `UPDATE svc.accounts SET language = 'en'`);
});
afterEach(async () => {
  await server.stop();
  await service.stop();
});

const log = { warn: () => {}, error: (fields: object) => expect(fields).toBe('no error') };
const outages = new Outages({ ...log, info: () => {} });

/** The tasks of one process: what waits becomes digests, and those are sent. */
async function tell(): Promise<void> {
  const { pool } = service.app;
  const smtp = smtpAddress(server);
  const mails = createMails({
    pool,
    vault: createVault([TEST_ENCRYPTION_KEY]),
    transport: createSmtpTransport(smtp, { ca: TEST_AUTHORITY }),
    baseUrl: () => BASE_URL,
    from: null,
    log,
    metrics: createMetrics(),
  });
  await prepareNotices({ pool, outages }, never);
  await mails.sendDue(never);
}

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const ask = async (key = LIVE_KEY, more: object = {}) =>
  (await call(service.baseUrl, '/v1/events', { key, body: { ...REVIEWED, ...more } })).body.id as string;

/** Without mails about the sign-ins of the test. */
const digests = () => server.mails.filter(({ read }) => read.subject?.startsWith(`${ACME}: `));
const told = () =>
  digests()
    .flatMap(({ to, read }) => to.map((one) => `${one}: ${read.subject}`))
    .sort();
const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
/** Lets five minutes pass since the last mail of everybody. */
const wait = () => service.clock.move('6m');

const owner = (path: string, body?: object, method = 'PATCH') =>
  signIn(service.baseUrl, PEOPLE.owner).then((browser) =>
    browser.call(path, body === undefined ? {} : { method, body }),
  );

describe('a new review', () => {
  it('is told once to each permitted approver, with a link to it that decides nothing', async () => {
    const id = await ask();
    await tell();
    await tell();
    expect(told()).toEqual([
      `${PEOPLE.admin}: ${ACME}: 1 review waits for you`,
      `${PEOPLE.owner}: ${ACME}: 1 review waits for you`,
    ]);
    const [{ read } = expect.fail()] = digests();
    expect(read.text).toContain('billing-bot wants to export customer data from customers to an external API.');
    expect(read.text).toContain(`${BASE_URL}/app/reviews?event=${id}\n`);
    expect(read.text).toContain('Opening the link decides nothing');
    expect(read.html).toContain(`href="${BASE_URL}/app/reviews?event=${id}"`);
    expect(read.html).toContain('<html lang="en">');
  });

  it('reaches members where the policy names them', async () => {
    const policies = [{ name: 'Any', action: 'EXPORT', decision: 'REVIEW', approverRoles: ['MEMBER'] }];
    await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
    await ask();
    await tell();
    const toMember = `${PEOPLE.member}: ${ACME}: 1 review waits for you`;
    expect(told()).toEqual([toMember, `${PEOPLE.owner}: ${ACME}: 1 change of the rules`]);
  });

  it('of a TEST key calls nobody', async () => {
    await ask(TEST_KEY);
    await tell();
    expect(told()).toEqual([]);
  });

  it('is written in the language of the person', async () => {
    await sql(`UPDATE svc.accounts SET language = 'pt-BR'`);
    await ask(LIVE_KEY, { recordsAffected: 4_812 });
    await tell();
    expect(told()[0]).toBe(`${PEOPLE.admin}: ${ACME}: 1 revisão espera por você`);
    expect(digests()[0]?.read.text).toContain(
      'billing-bot quer exportar 4.812 registros com dados de clientes de customers para uma API externa.',
    );
  });

  it('is told in one digest in five minutes, and after an outage in no heap of them', async () => {
    await ask();
    await tell();
    const later = [await ask(), await ask()];
    await tell();
    expect(told()).toHaveLength(2);
    wait();
    await tell();
    expect(told().filter((one) => one.endsWith('2 reviews wait for you'))).toHaveLength(2);
    // The mail server is away: what is new waits for the mail that is still tried.
    server.onMessage = () => 451;
    wait();
    for (const _ of later) {
      await ask();
      await tell();
    }
    const waiting = await sql(`SELECT kind FROM svc.mail_outbox WHERE ended_at IS NULL`);
    expect(waiting).toHaveLength(2);
  });

  it('that was resolved before its mail is not told, and neither is one to a former member', async () => {
    const id = await ask();
    await prepareNotices({ pool: service.app.pool, outages }, never);
    await owner(`/reviews/${id}/deny`, {}, 'POST');
    await tell();
    expect(told()).toEqual([]);
    wait();
    await ask();
    await prepareNotices({ pool: service.app.pool, outages }, never);
    await sql(`DELETE FROM svc.memberships m USING svc.accounts a WHERE a.id = m.account_id AND a.email = $1`, [
      PEOPLE.admin,
    ]);
    await tell();
    expect(told()).toEqual([`${PEOPLE.owner}: ${ACME}: 1 review waits for you`]);
  });

  it('is not told to who has turned that off, nor to roles that the organization leaves out', async () => {
    const { status } = await owner('/me', { notifications: { reviewPending: false } });
    expect(status).toBe(200);
    await ask();
    await tell();
    expect(told()).toEqual([`${PEOPLE.admin}: ${ACME}: 1 review waits for you`]);
    await owner('/notifications', { mails: { reviewPending: ['MEMBER'] } });
    wait();
    await ask();
    await tell();
    expect(told()).toHaveLength(1);
  });

  it('with a hostile name forges nothing', async () => {
    await sql(`UPDATE svc.agents SET name = $1 WHERE name = 'billing-bot'`, [
      '<b>x</b> https://evil.test\nBcc: all@x.test',
    ]);
    await sql('UPDATE svc.organization_heads SET generation = generation + 1');
    await ask(LIVE_KEY, { agent: '<b>x</b> https://evil.test\nBcc: all@x.test' });
    await tell();
    const [{ raw, read } = expect.fail()] = digests();
    expect(read.html).toContain('&lt;b&gt;x&lt;/b&gt; https: //evil.test Bcc: all@x.test wants to');
    const [heads = ''] = raw.split('\r\n\r\n');
    expect(heads).toMatch(/^Subject:/m);
    expect(heads).not.toMatch(/^Bcc:/m);
    expect(read.html).not.toContain('href="https://evil.test');
  });
});

describe('a review near its expiry', () => {
  it('is told once more, and after its expiry as expired', async () => {
    await ask();
    await tell();
    service.clock.move('23h');
    await tell();
    expect(told().filter((one) => one.endsWith('1 review expires soon'))).toHaveLength(2);
    wait();
    await ask();
    await prepareNotices({ pool: service.app.pool, outages }, never);
    service.clock.move('24h');
    await tell();
    expect(told().filter((one) => one.endsWith('1 review expired'))).toHaveLength(2);
  });

  it('of two approvals is told again only to those who can still count', async () => {
    const id = await ask();
    await sql('UPDATE svc.reviews SET approvals_needed = 2');
    expect((await owner(`/reviews/${id}/approve`, {}, 'POST')).status).toBe(200);
    service.clock.move('23h');
    await tell();
    expect(new Set(told().map((one) => one.split(': ')[0]))).toEqual(new Set([PEOPLE.admin]));
  });

  it('is due in the last hour, or in the last quarter of a short time', async () => {
    await ask();
    await sql('UPDATE svc.organizations SET review_expiry_minutes = 20');
    await sql('UPDATE svc.organization_heads SET generation = generation + 1');
    await ask();
    const rows = await sql(
      `SELECT extract(epoch FROM r.expires_at - n.due_at)::float8 AS before
       FROM svc.notice_outbox n JOIN svc.reviews r ON r.event_id = n.subject_id
       WHERE kind = 'reviewExpiring' ORDER BY r.created_at`,
    );
    expect(rows).toEqual([{ before: 3_600 }, { before: 300 }]);
  });
});

describe('an anomaly', () => {
  const OPEN = `
    INSERT INTO svc.anomalies (organization_id, id, agent_id, kind, severity, message_params, created_at, updated_at,
      opened_seq)
    SELECT a.organization_id, gen_random_uuid(), a.id, 'NEW_ACTION', 'MEDIUM',
      '{"agent":"billing-bot","action":"DELETE_DATA","others":0}', $2::timestamptz, $2, 1
    FROM svc.agents a WHERE a.id = $1 RETURNING organization_id, id`;
  const TELL = `
    INSERT INTO svc.notice_outbox (id, organization_id, kind, subject_id, due_at)
    VALUES (gen_random_uuid(), $1, 'anomalyOpened', $2, $3)`;

  it('is told to owners and admins, unless it was closed before', async () => {
    const now = service.clock.now();
    const [anomaly] = await sql(OPEN, [IDS.billingBot, now]);
    await sql(TELL, [anomaly?.organization_id, anomaly?.id, now]);
    await tell();
    expect(told()).toEqual([`${PEOPLE.admin}: ${ACME}: 1 anomaly`, `${PEOPLE.owner}: ${ACME}: 1 anomaly`]);
    expect(digests()[0]?.read.text).toContain('billing-bot asked for DELETE_DATA for the first time.');
    expect(digests()[0]?.read.text).toContain(`${BASE_URL}/app/anomalies`);
  });
});

describe('quiet hours', () => {
  /** Times of the day around now, in the time zone of the organization. */
  const around = (minutes: number) => {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Sao_Paulo',
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    return format.format(service.clock.nowMs() + minutes * 60_000);
  };

  it('hold what waits, and lose nothing', async () => {
    await owner('/notifications', { quietHours: { from: around(-60), until: around(60) } });
    await ask();
    await tell();
    await ask();
    await tell();
    expect(told()).toEqual([]);
    await owner('/notifications', { quietHours: null });
    service.clock.move(QUIET_AGAIN_MS);
    await tell();
    expect(told()).toEqual([
      `${PEOPLE.admin}: ${ACME}: 2 reviews wait for you`,
      `${PEOPLE.owner}: ${ACME}: 2 reviews wait for you`,
    ]);
  });
});
