// SPDX-License-Identifier: Apache-2.0
/** Guarantee: owners are told by mail that an endpoint was disabled, at least once, normally once, and only they. */
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type MailServer, type MailServerOptions, smtpAddress, startMailServer } from '#harness/mail';
import {
  ACME,
  acme,
  GLOBEX,
  mailOf,
  openOrganization,
  PEOPLE,
  TEST_ENCRYPTION_KEY,
  type TestService,
} from '#harness/service';
import { readRows, whileRefusing } from '#harness/service/rows.ts';
import { TEST_AUTHORITY } from '#harness/upstream';
import { BLOCKED, decide, type Receiver, startReceiver } from '#harness/webhooks';
import type { SmtpAddress } from '../../platform/config/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { ATTEMPTS_MAX } from './limits.ts';
import { type Claim, claimMails, endMail, lanesOfMails, releaseClaim, retryLater } from './outbox.ts';
import { createMails } from './send-due.ts';
import { createSmtpTransport } from './smtp.ts';

const BASE_URL = 'https://svc.example';
const never = new AbortController().signal;
/** Claims as another process would. */
async function claimNext(): Promise<Claim[]> {
  const { pool } = service.app;
  const lanes = await lanesOfMails(pool);
  return await claimMails(pool, new Map(lanes.map(({ organizationId }) => [organizationId, 1])));
}

/** The wait for a greeting that never comes. */
const SHORT_MS = 100;

const person = (email: string, role: string) => `
      - { email: ${email}, name: Somebody, password: "correct horse battery", role: ${role} }`;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver((reply) => reply.writeHead(410).end());
});
afterAll(() => receiver.stop());

const servers: MailServer[] = [];
let service: TestService;
beforeEach(async () => {
  service = await openOrganization({
    provisioning: () =>
      acme({
        people:
          person(mailOf('second', 'acme'), 'OWNER') +
          person(PEOPLE.admin, 'ADMIN') +
          person(mailOf('m', 'acme'), 'MEMBER'),
        globexPeople: person(PEOPLE.stranger, 'OWNER'),
        extra: `    webhooks:
      - { url: "${receiver.url}/hooks/s3cr3t-path?token=s3cr3t-query", description: Watch tower }`,
      }),
  });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await service.stop();
});

async function openMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

/** The parts of one process: its own connections to the mail server, on the shared database. */
function openMails(smtp: SmtpAddress, how: { greetingMs?: number } = {}) {
  const logged: string[] = [];
  const log = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const metrics = createMetrics();
  const { pool } = service.app;
  const vault = createVault([TEST_ENCRYPTION_KEY]);
  const transport = createSmtpTransport(smtp, { ca: TEST_AUTHORITY, ...how });
  const logger = { warn: log, error: log };
  const mails = createMails({ pool, vault, transport, baseUrl: () => BASE_URL, from: smtp.from, log: logger, metrics });
  return { ...mails, metrics, logged: () => logged.join('\n') };
}

interface OutboxRow extends Record<string, unknown> {
  id: string;
  attempts: number;
  due_in: number | null;
  done: number;
  sent: number;
  refused: number;
  ended_at: Date | null;
}

const readOutbox = () =>
  readRows<OutboxRow>(
    service.database,
    `SELECT *, extract(epoch FROM due_at - $1)::float8 AS due_in, cardinality(done_recipient_ids) AS done
     FROM svc.mail_outbox ORDER BY created_at`,
    [service.clock.now()],
  );
/** The next attempt becomes due, and a claim lapses. */
const passTime = () => service.clock.move('1h');

/** The real cause: the receiver answers that it is gone. */
async function disableEndpoint(): Promise<void> {
  await decide(service, BLOCKED);
  await vi.waitFor(async () => expect(await readOutbox()).toHaveLength(1), PATIENTLY);
}

/** The queued mail alone, without its usual cause. */
const enqueue = (count: number) =>
  readRows(
    service.database,
    `WITH e AS (
       UPDATE svc.webhook_endpoints SET disabled_at = $2, disabled_reason = 'failing' RETURNING organization_id, id
     )
     INSERT INTO svc.mail_outbox (id, organization_id, kind, subject_id, created_at, due_at)
     SELECT gen_random_uuid(), e.organization_id, 'webhook.disabled', e.id, $2::timestamptz, $2
     FROM e, generate_series(1, $1::int)`,
    [count, service.clock.now()],
  );

const recipientsOf = ({ mails }: MailServer) => mails.flatMap(({ to }) => to).sort();
const owners = () => [PEOPLE.owner, mailOf('second', 'acme')];

describe('an endpoint that was disabled', () => {
  it('is told once to each owner and to nobody else, in both languages, without any secret of its address', async () => {
    const server = await openMailServer();
    await disableEndpoint();
    const mails = openMails(smtpAddress(server, { query: '?from=noreply@svc.example' }));
    await mails.sendDue(never);
    await mails.sendDue(never);
    expect(recipientsOf(server)).toEqual(owners());
    for (const { raw, read, from } of server.mails) {
      expect(from).toBe('noreply@svc.example');
      expect(read.from).toMatchObject({ address: 'noreply@svc.example' });
      expect(read.subject).toBe(
        `A webhook endpoint of ${ACME} was disabled / Um endpoint de webhook de ${ACME} foi desativado`,
      );
      expect(read.text).toContain(`Endpoint: http://127.0.0.1:${receiver.port}/…`);
      expect(read.text).toContain('It answered 410 (Gone)');
      expect(read.text).toContain('Ele respondeu 410 (Gone)');
      expect(read.text).toContain('Watch tower');
      expect(read.text?.match(/https:\/\/svc\.example\/app\/webhooks/g)).toHaveLength(2);
      expect(read.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
      expect(read.html).toContain('It answered 410 (Gone)');
      expect(raw + read.text + read.html).not.toMatch(/s3cr3t|token/);
    }
    expect(new Set(server.mails.map(({ read }) => read.messageId)).size).toBe(2);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 2, refused: 0, ended_at: expect.any(Date) }]);
    expect(mails.metrics.mails.sent.value).toBe(2);
  });

  it('for failing for long is told with that reason, and in the time of the organization', async () => {
    const server = await openMailServer();
    await enqueue(1);
    await readRows(service.database, `UPDATE svc.webhook_endpoints SET disabled_at = '2026-11-20T17:15:00Z'`);
    await openMails(smtpAddress(server)).sendDue(never);
    const [text = ''] = server.mails.map(({ read }) => read.text);
    expect(text).toContain('Every attempt to deliver to it has failed for five days.');
    expect(text).toContain('Todas as tentativas de entrega a ele falharam durante cinco dias.');
    expect(text).toMatch(/When: November 20, 2026.{1,6}2:15:00/);
    expect(text).toMatch(/Quando: 20 de novembro de 2026.{1,6}14:15:00/);
  });

  it('is told once for each disabling, and not when the disabling does not commit', async () => {
    await disableEndpoint();
    await decide(service, BLOCKED);
    expect(await readOutbox()).toHaveLength(1);
    await readRows(service.database, 'UPDATE svc.webhook_endpoints SET disabled_at = NULL, disabled_reason = NULL');
    await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    await whileRefusing(service.database, 'audit_entries', `kind <> 'webhook.disabled'`, async () => {
      await decide(service, BLOCKED);
      await vi.waitFor(() => expect(service.logged()).toContain('endpoints could not be disabled'), PATIENTLY);
      expect(await readOutbox()).toHaveLength(1);
    });
  });

  it.each([
    ['is in use again', `UPDATE svc.webhook_endpoints SET disabled_at = NULL, disabled_reason = NULL`],
    ['was then disabled by a person', `UPDATE svc.webhook_endpoints SET disabled_reason = 'manual'`],
    ['is deleted', `DELETE FROM svc.webhook_endpoints`],
    ['is of people who are no owners any more', `UPDATE svc.memberships SET role = 'ADMIN'`],
    ['is of people who turned the notice off', `UPDATE svc.accounts SET notifications = '{"webhookDisabled":false}'`],
  ])('and %s is told to nobody', async (_what, meanwhile) => {
    const server = await openMailServer();
    await enqueue(1);
    await readRows(service.database, meanwhile);
    await openMails(smtpAddress(server)).sendDue(never);
    expect(server.mails).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 0, ended_at: expect.any(Date) }]);
  });
});

describe('a hostile name', () => {
  it.each([
    ['a header', 'Acme\r\nBcc: everybody@evil.test\r\n\r\nClick http://evil.test'],
    ['a header after a bare line feed', 'Acme\nTo: everybody@evil.test'],
    ['an encoded word', '=?utf-8?q?Acme=0D=0ABcc:_everybody@evil.test?='],
    ['the end of the message', 'Acme\r\n.\r\nMAIL FROM:<everybody@evil.test>'],
    ['another line for the reader', 'Acme\u2028Bcc: x\u0085\u0000\u001b[2K'],
    ['the other direction', 'Acme \u202etxt.exe\u2066\u200b'],
    ['a megabyte', 'Acme '.repeat(200_000)],
  ])('that holds %s changes neither who is written to nor the shape of the mail', async (_what, name) => {
    const server = await openMailServer();
    await enqueue(1);
    // PostgreSQL keeps no U+0000 at all.
    const stored = name.replace('\0', '');
    await readRows(service.database, `UPDATE svc.organizations SET name = $1 WHERE name = '${ACME}'`, [stored]);
    await readRows(service.database, 'UPDATE svc.webhook_endpoints SET description = $1', [stored]);
    await openMails(smtpAddress(server)).sendDue(never);
    expect(recipientsOf(server)).toEqual(owners());
    for (const { read, to, raw } of server.mails) {
      expect(read.to).toEqual([expect.objectContaining({ address: to[0] })]);
      expect([read.cc, read.bcc]).toEqual([undefined, undefined]);
      expect(read.headers.map(({ key }) => key).sort()).toEqual(HEADERS);
      expect(read.subject).toMatch(
        /^A webhook endpoint of (Acme|= \?utf).* was disabled \/ Um endpoint de webhook de /,
      );
      expect(read.subject).not.toMatch(/[\p{C}\u2028]/u);
      expect(read.text?.split('\n\n')).toHaveLength(PARAGRAPHS);
      expect(raw.length).toBeLessThan(24_000);
      for (const line of raw.split('\r\n')) expect(line.length).toBeLessThan(999);
    }
  });

  const HEADERS = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];
  const PARAGRAPHS = 13;

  it('of a person is no address: it is refused, and the other owner is written to', async () => {
    const server = await openMailServer();
    await enqueue(1);
    await readRows(service.database, `UPDATE svc.accounts SET email = $1 WHERE email = '${mailOf('second', 'acme')}'`, [
      'x>,<everybody@evil.test',
    ]);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    expect(recipientsOf(server)).toEqual([PEOPLE.owner]);
    expect(await readOutbox()).toMatchObject([{ sent: 1, refused: 1, ended_at: expect.any(Date) }]);
    expect(mails.logged()).not.toContain('evil');
  });
});

describe('several processes', () => {
  it('send each mail once', async () => {
    const server = await openMailServer();
    await enqueue(20);
    const processes = Array.from({ length: 3 }, () => openMails(smtpAddress(server)));
    await Promise.all(processes.map((one) => one.sendDue(never)));
    expect(server.mails).toHaveLength(40);
    expect(new Set(server.mails.map(({ read }) => read.messageId)).size).toBe(40);
  });

  it('leave alone what a later build enqueued, until one that knows it comes', async () => {
    const server = await openMailServer();
    await enqueue(1);
    await readRows(service.database, `UPDATE svc.mail_outbox SET kind = 'of.tomorrow'`);
    await openMails(smtpAddress(server)).sendDue(never);
    expect(await readOutbox()).toMatchObject([{ attempts: 0, ended_at: null }]);
  });

  it('take over from one that died between the mail server’s yes and the note: the mail has the same Message-ID', async () => {
    const server = await openMailServer();
    await enqueue(1);
    // When the first wants to write its note, the claim belongs to another process, as after a death.
    server.onMessage = async () => {
      server.onMessage = () => 250;
      passTime();
      await openMails(smtpAddress(server)).sendDue(never);
      return 250;
    };
    await openMails(smtpAddress(server)).sendDue(never);
    const [first, ...others] = server.mails.map(({ to, read }) => `${to[0]} ${read.messageId}`);
    expect(others).toHaveLength(2);
    expect(others.filter((one) => one === first)).toHaveLength(1);
    expect(await readOutbox()).toMatchObject([{ attempts: 2, sent: 2, done: 2, ended_at: expect.any(Date) }]);
  });
});

describe('a process whose claim has lapsed', () => {
  it('leaves the mail to the one that has it now, in the middle of its recipients too', async () => {
    const server = await openMailServer();
    await enqueue(1);
    server.onMessage = async () => {
      // Another process claims it, as it would after the lapse.
      await readRows(
        service.database,
        `UPDATE svc.mail_outbox
           SET attempts = 2, due_at = (due_at AT TIME ZONE 'UTC' + interval '90 s') AT TIME ZONE 'UTC'`,
      );
      return 250;
    };
    await openMails(smtpAddress(server)).sendDue(never);
    expect(server.mails).toHaveLength(1);
    expect(await readOutbox()).toMatchObject([{ attempts: 2, sent: 0, done: 0, ended_at: null }]);
  });

  it('does not end it, put it off or release it', async () => {
    await enqueue(1);
    const { pool } = service.app;
    const [lapsed] = await claimNext();
    passTime();
    await claimNext();
    const before = await readOutbox();
    for (const late of [endMail, releaseClaim]) await late(pool, lapsed as Claim);
    await retryLater(pool, lapsed as Claim, 1);
    expect((await readOutbox())[0]?.due_at).toEqual(before[0]?.due_at);
    expect(await readOutbox()).toMatchObject([{ attempts: 2, ended_at: null }]);
  });
});

describe('a mail server', () => {
  it('that is away gets the mail when it is back, after a minute at first', async () => {
    const server = await openMailServer();
    await server.stop();
    await enqueue(1);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    const [row] = await readOutbox();
    expect(row).toMatchObject({ attempts: 1, sent: 0, ended_at: null });
    expect(row?.due_in).toBeGreaterThan(50);
    expect(row?.due_in).toBeLessThanOrEqual(72);
    expect(JSON.parse(mails.logged())).toMatchObject({ code: 'ESOCKET', step: 'CONN', status: null });
    const back = await openMailServer({ port: server.port });
    await mails.sendDue(never);
    expect(back.mails).toEqual([]);
    passTime();
    await mails.sendDue(never);
    expect(recipientsOf(back)).toEqual(owners());
    expect(mails.metrics.mails).toMatchObject({ retry: { value: 1 }, sent: { value: 2 } });
  });

  it('that takes the connection and says nothing is left after a while', async () => {
    const connections: string[] = [];
    const silent = createServer((socket) => {
      const at = connections.push('open') - 1;
      socket.on('error', () => {});
      socket.on('close', () => {
        connections[at] = 'closed';
      });
      socket.resume();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    await enqueue(1);
    const mails = openMails(smtpAddress(silent.address() as AddressInfo), { greetingMs: SHORT_MS });
    await mails.sendDue(never);
    // It was asked once, and left by this side.
    await expect.poll(() => connections).toEqual(['closed']);
    expect(JSON.parse(mails.logged())).toMatchObject({ code: 'ETIMEDOUT', step: 'CONN' });
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 0, ended_at: null }]);
    await new Promise((resolve) => silent.close(resolve));
  });

  it('that refuses a person for good is not asked again; the others get theirs', async () => {
    const server = await openMailServer();
    server.refusals.set(PEOPLE.owner, 550);
    await enqueue(1);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    expect(recipientsOf(server)).toEqual([mailOf('second', 'acme')]);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 1, refused: 1, ended_at: expect.any(Date) }]);
    expect(mails.logged()).toContain('"step":"RCPT TO","status":550');
    expect(mails.logged()).not.toMatch(/@|said of/);
  });

  it('that refuses the mail itself for good is not asked again', async () => {
    const server = await openMailServer();
    server.onMessage = () => 554;
    await enqueue(1);
    await openMails(smtpAddress(server)).sendDue(never);
    expect(server.mails).toHaveLength(2);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 0, refused: 2, ended_at: expect.any(Date) }]);
  });

  it('that puts a person off is asked again for that person alone', async () => {
    const server = await openMailServer();
    server.refusals.set(PEOPLE.owner, 451);
    await enqueue(1);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, sent: 1, done: 1, ended_at: null }]);
    server.refusals.clear();
    passTime();
    await mails.sendDue(never);
    expect(server.mails.map(({ to }) => to[0])).toEqual([mailOf('second', 'acme'), PEOPLE.owner]);
  });

  it('that never takes it is given up after the last attempt', async () => {
    const server = await openMailServer();
    await server.stop();
    await enqueue(1);
    await readRows(service.database, 'UPDATE svc.mail_outbox SET attempts = $1', [ATTEMPTS_MAX - 1]);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    expect(await readOutbox()).toMatchObject([{ attempts: ATTEMPTS_MAX, sent: 0, ended_at: expect.any(Date) }]);
    expect(mails.logged()).toContain('given up');
    expect(mails.metrics.mails.given_up.value).toBe(1);
  });

  it('is not called again for a mail whose processes have died in each of the attempts', async () => {
    const server = await openMailServer();
    await enqueue(1);
    await readRows(service.database, 'UPDATE svc.mail_outbox SET attempts = $1', [ATTEMPTS_MAX]);
    await openMails(smtpAddress(server)).sendDue(never);
    expect(server.mails).toEqual([]);
    expect(await readOutbox()).toMatchObject([{ ended_at: expect.any(Date) }]);
  });
});

describe('one mail that goes wrong keeps no other waiting', () => {
  it('when it cannot be put into words: the log has no value of it, and it comes up again', async () => {
    const server = await openMailServer();
    await enqueue(1);
    const move = (timeZone: string) =>
      readRows(service.database, 'UPDATE svc.organizations SET time_zone = $1 WHERE name = $2', [timeZone, ACME]);
    await move('Mars/Olympus');
    await readRows(
      service.database,
      `INSERT INTO svc.mail_outbox (id, organization_id, kind, subject_id, created_at, due_at)
       SELECT gen_random_uuid(), $1, 'webhook.disabled', $2, $3::timestamptz, $3`,
      [...(await globexEndpoint()), service.clock.now()],
    );
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    // Tasks of later tests meet this organization too.
    await move('UTC');
    expect(recipientsOf(server)).toEqual([PEOPLE.stranger]);
    expect(JSON.parse(mails.logged())).toMatchObject({ fault: 'RangeError', kind: 'webhook.disabled' });
    expect(mails.logged()).not.toMatch(/Mars|@/);
    const waiting = (await readOutbox()).filter(({ ended_at: endedAt }) => endedAt === null);
    expect(waiting).toMatchObject([{ attempts: 1, sent: 0 }]);
  });

  it('when it was sent and cannot be noted: it is sent again, with the same Message-ID', async () => {
    const server = await openMailServer();
    await enqueue(1);
    const mails = openMails(smtpAddress(server));
    await whileRefusing(service.database, 'mail_outbox', 'sent = 0', () => mails.sendDue(never));
    expect(server.mails).toHaveLength(1);
    expect(JSON.parse(mails.logged())).toMatchObject({ fault: 'error', code: '23514' });
    passTime();
    await mails.sendDue(never);
    expect(recipientsOf(server)).toEqual([...owners(), server.mails[0]?.to[0]].sort());
    expect(new Set(server.mails.map(({ read }) => read.messageId)).size).toBe(2);
  });

  it('when the mail server breaks off at one person: the next attempt begins with another', async () => {
    const server = await openMailServer();
    const [first = '', second] = await ownersInOrder();
    server.refusals.set(first, 421);
    await enqueue(1);
    const mails = openMails(smtpAddress(server));
    await mails.sendDue(never);
    expect(server.mails).toEqual([]);
    passTime();
    await mails.sendDue(never);
    expect(recipientsOf(server)).toEqual([second]);
    expect(await readOutbox()).toMatchObject([{ attempts: 2, sent: 1, refused: 0, ended_at: null }]);
  });

  /** Two mails of the same moment differ by their ids, which no test knows. */
  async function ownersInOrder(): Promise<string[]> {
    const rows = await readRows<{ email: string }>(
      service.database,
      `SELECT a.email FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
       JOIN svc.organizations o ON o.organization_id = m.organization_id
       WHERE o.name = '${ACME}' AND m.role = 'OWNER' ORDER BY m.created_at, a.id`,
    );
    return rows.map(({ email }) => email);
  }

  /** The ids of an organization and of a disabled endpoint of it. */
  async function globexEndpoint(): Promise<unknown[]> {
    const [row] = await readRows(
      service.database,
      `INSERT INTO svc.webhook_endpoints (organization_id, id, url, secret, created_at, updated_at, disabled_at, disabled_reason)
       SELECT organization_id, gen_random_uuid(), 'https://siem.example/', 'none', now(), now(), now(), 'failing'
       FROM svc.organizations WHERE name = '${GLOBEX}' RETURNING organization_id, id`,
    );
    return [row?.organization_id, row?.id];
  }
});

describe('encryption', () => {
  const SIGN_IN = { userInfo: 'mailer:p%40ss%2Fw0rd@' };
  const PASSWORD = 'p@ss/w0rd';

  it.each([
    ['tls', 'smtps', SIGN_IN],
    ['starttls', 'smtp', SIGN_IN],
    ['starttls', 'smtp', {}],
  ] as const)('of %s is used with %s', async (encryption, scheme, signIn) => {
    const isSignedIn = 'userInfo' in signIn;
    const server = await openMailServer({ encryption, ...(isSignedIn && { password: PASSWORD }) });
    await enqueue(1);
    await openMails(smtpAddress(server, { scheme, ...signIn })).sendDue(never);
    expect(server.mails.map(({ isEncrypted, user }) => [isEncrypted, user])).toEqual(
      Array(2).fill([true, isSignedIn ? 'mailer' : undefined]),
    );
  });

  it('is not done without for a password: it is not sent, nor the mail', async () => {
    const server = await openMailServer({ encryption: 'none', password: PASSWORD });
    await enqueue(1);
    const mails = openMails(smtpAddress(server, SIGN_IN));
    await mails.sendDue(never);
    expect([server.signIns, server.mails]).toEqual([[], []]);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, ended_at: null }]);
  });

  it('with a certificate that nobody vouches for is no encryption', async () => {
    const server = await openMailServer({ encryption: 'tls', password: PASSWORD });
    await enqueue(1);
    const { pool } = service.app;
    const vault = createVault([TEST_ENCRYPTION_KEY]);
    const transport = createSmtpTransport(smtpAddress(server, { scheme: 'smtps', ...SIGN_IN }));
    const log = { warn: () => {}, error: () => {} };
    const metrics = createMetrics();
    await createMails({ pool, vault, transport, baseUrl: () => BASE_URL, from: null, log, metrics }).sendDue(never);
    expect([server.signIns, server.mails]).toEqual([[], []]);
    expect(metrics.mails.retry.value).toBe(1);
  });

  it('and a wrong password: the mail waits, and the log does not hold the password', async () => {
    const server = await openMailServer({ encryption: 'tls', password: 'another' });
    await enqueue(1);
    const mails = openMails(smtpAddress(server, { scheme: 'smtps', ...SIGN_IN }));
    await mails.sendDue(never);
    expect(server.signIns).toEqual([{ user: 'mailer', password: PASSWORD, isEncrypted: true }]);
    expect(await readOutbox()).toMatchObject([{ attempts: 1, ended_at: null }]);
    expect(JSON.parse(mails.logged())).toMatchObject({ code: 'EAUTH', step: 'AUTH', status: 535 });
    expect(mails.logged()).not.toMatch(/p@ss|p%40ss|mailer/);
  });
});

describe('a stop', () => {
  it('finishes the mail under way and leaves the next person to others', async () => {
    const server = await openMailServer();
    await enqueue(1);
    const stopping = new AbortController();
    server.onMessage = () => {
      stopping.abort();
      return 250;
    };
    await openMails(smtpAddress(server)).sendDue(stopping.signal);
    expect(server.mails).toHaveLength(1);
    expect(await readOutbox()).toMatchObject([{ attempts: 0, sent: 1, done: 1, ended_at: null }]);
    server.onMessage = () => 250;
    await openMails(smtpAddress(server)).sendDue(never);
    expect(recipientsOf(server)).toEqual(owners());
  });

  it('releases after 6 s what the mail server does not answer: it is due at once, and the attempt does not count', async () => {
    const server = await openMailServer();
    await enqueue(1);
    const stopping = new AbortController();
    server.onMessage = () => {
      stopping.abort();
      return null;
    };
    const sent = openMails(smtpAddress(server)).sendDue(stopping.signal);
    await vi.waitFor(() => expect(stopping.signal.aborted).toBe(true), PATIENTLY);
    service.clock.move('6s');
    await sent;
    expect(server.mails).toHaveLength(1);
    const [row] = await readOutbox();
    expect(row).toMatchObject({ attempts: 0, sent: 0, ended_at: null });
    expect(row?.due_in).toBeLessThanOrEqual(0);
  });
});
