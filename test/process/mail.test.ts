// SPDX-License-Identifier: Apache-2.0
/** Mail of whole processes: from a receiver that is gone to the owner's mailbox, across `kill -9` and SIGTERM. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type MailServer, readMail, startMailServer } from '#harness/mail';
import type { TestDatabase } from '#harness/postgres';
import { acme, call, plainNames } from '#harness/service';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { readRows } from '#harness/service/rows.ts';
import { BLOCKED, type Receiver, startReceiver } from '#harness/webhooks';
import { ROOT } from '../tidy/source-files.ts';
import { type RunningServer, startServer } from './running-server.ts';

plainNames();

const LISTENING = /listening on (http:\/\/[\d.]+:\d+)/;
const PASSWORD = 'hunter2-of-the-mail-server';

let dataDir: string;
let database: TestDatabase;
let receiver: Receiver;
let mailServer: MailServer;
const running: RunningServer[] = [];
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-process-'));
  database = await openEmptyDatabase();
  receiver = await startReceiver((reply) => reply.writeHead(410).end());
  mailServer = await startMailServer();
  const extra = `    webhooks:\n      - { url: "${receiver.url}/hook" }`;
  writeFileSync(join(dataDir, 'provision.yaml'), acme({ extra }));
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.process.kill('SIGTERM');
    await one.ended;
  }
  await mailServer.stop();
  await receiver.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(environment: Record<string, string>): RunningServer {
  const started = startServer([], {
    SVC_DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    SVC_PROVISION_FILE: join(dataDir, 'provision.yaml'),
    SVC_EGRESS_ALLOW: '127.0.0.1',
    SVC_BASE_URL: 'https://svc.example',
    ...environment,
  });
  running.push(started);
  return started;
}
const startWithMailServer = () => start({ SVC_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` });

async function disableEndpoint(server: RunningServer): Promise<string> {
  const [, address = ''] = await server.seen(LISTENING);
  expect((await call(address, '/v1/events', { body: BLOCKED })).body.decision).toBe('BLOCK');
  return address;
}

const readOutbox = () => readRows(database, 'SELECT sent, attempts, ended_at FROM svc.mail_outbox');

it('arrives again with the same Message-ID when the process is killed between sending and noting it', async () => {
  const first = startWithMailServer();
  mailServer.onMessage = async () => {
    mailServer.onMessage = () => 250;
    first.process.kill('SIGKILL');
    await first.ended;
    return 250;
  };
  await disableEndpoint(first);
  await first.ended;
  expect(mailServer.mails).toHaveLength(1);
  expect(await readOutbox()).toEqual([{ sent: 0, attempts: 1, ended_at: null }]);
  await readRows(database, 'UPDATE svc.mail_outbox SET due_at = now()');
  startWithMailServer();
  await vi.waitFor(async () => {
    expect(await readOutbox()).toEqual([{ sent: 1, attempts: 2, ended_at: expect.any(Date) }]);
  }, PATIENTLY);
  expect(mailServer.mails.map(({ to }) => to)).toEqual([['owner@acme.test'], ['owner@acme.test']]);
  expect(new Set(mailServer.mails.map(({ read }) => read.messageId)).size).toBe(1);
});

describe('SIGTERM', () => {
  it('releases a mail that the mail server does not answer, and ends with 0 within 10 s', async () => {
    const server = startWithMailServer();
    mailServer.onMessage = () => {
      server.process.kill('SIGTERM');
      return null;
    };
    await disableEndpoint(server);
    // It would end with 1 after 10 s.
    expect(await server.ended).toBe(0);
    expect(await readOutbox()).toEqual([{ sent: 0, attempts: 0, ended_at: null }]);
  });
});

describe('SVC_SMTP_URL', () => {
  it('unset: the mail is a file in the data folder, and the app says that mail is not configured', async () => {
    const server = start({});
    const address = await disableEndpoint(server);
    const folder = join(dataDir, 'mail');
    await vi.waitFor(async () => expect(await readOutbox()).toMatchObject([{ ended_at: expect.any(Date) }]), PATIENTLY);
    const [name = ''] = readdirSync(folder);
    const mail = await readMail(readFileSync(join(folder, name)));
    expect(mail).toMatchObject({ to: [{ address: 'owner@acme.test' }], from: { address: 'svc@svc.example' } });
    expect(mail.text).toContain('https://svc.example/app/webhooks');
    const config = await (await fetch(`${address}/public/config`)).json();
    expect(config).toMatchObject({ emailConfigured: false });
  });

  it('set: the app says so; its password is in no log, also when it does not sign in', async () => {
    const server = start({
      SVC_SMTP_URL: `smtp://mailer:${PASSWORD}@127.0.0.1:${mailServer.port}`,
      SVC_LOG_LEVEL: 'trace',
    });
    const address = await disableEndpoint(server);
    expect(await (await fetch(`${address}/public/config`)).json()).toMatchObject({ emailConfigured: true });
    await server.seen(/a mail could not be sent, and is tried again/);
    expect(mailServer.mails).toEqual([]);
    expect(server.output()).not.toContain(PASSWORD);
  });

  it('with smtps and an authority of the operator’s: the mail arrives encrypted, after a sign-in', async () => {
    const encrypted = await startMailServer({ encryption: 'tls', password: PASSWORD });
    try {
      const server = start({
        SVC_SMTP_URL: `smtps://mailer:${PASSWORD}@127.0.0.1:${encrypted.port}?from=no-reply@acme.test`,
        NODE_EXTRA_CA_CERTS: join(ROOT, 'test/harness/upstream/certificates/authority.pem'),
      });
      await disableEndpoint(server);
      await vi.waitFor(() => expect(encrypted.mails).toHaveLength(1), PATIENTLY);
      expect(encrypted.mails).toMatchObject([{ isEncrypted: true, user: 'mailer', from: 'no-reply@acme.test' }]);
    } finally {
      await encrypted.stop();
    }
  });
});
