// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every signed checkpoint reaches the address that an organization names, in order, through failures and
 * restarts.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readCheckpoint, readVerifierKey } from '@svc/core/checkpoint';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, acme, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createEgress } from '../../outgoing/egress/index.ts';
import { UNCONFIRMED_AGAIN_MS } from '../../storage/outbox/index.ts';
import { type CheckpointPushes, createCheckpointPushes } from './index.ts';
import { LAPSE_MS } from './push-checkpoints.ts';

const never = new AbortController().signal;

let receiver: Server;
let url: string;
let received: string[];
/** The receiver's answers, one after another; 204 when there is none left. */
let answers: number[];
let service: TestService;
let organizationId: string;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const status = answers.shift() ?? 204;
      if (status === 204) received.push(body);
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/checkpoints?token=hidden`;
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

beforeEach(async () => {
  received = [];
  answers = [];
  service = await openOrganization({ provisioning: () => acme({ settings: [`checkpointUrl: "${url}"`] }) });
  const [row] = await readRows(
    service.database,
    `SELECT organization_id FROM svc.organizations WHERE name = '${ACME}'`,
  );
  organizationId = row?.organization_id;
  return () => service.stop();
});

function pushes(allow: readonly string[] = ['127.0.0.1']): CheckpointPushes {
  const warn = (fields: object, message: string) => service.app.http.log.warn(fields, message);
  return createCheckpointPushes(service.app.pool, createEgress({ allow }), { warn });
}

/** Decides once and signs, `count` times. */
async function sign(count = 1): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    await service.app.checkpoints.coverAll(never);
  }
}

const signed = async () =>
  (
    await readRows<{ note: string }>(
      service.database,
      'SELECT note FROM svc.audit_checkpoints WHERE organization_id = $1 ORDER BY size',
      [organizationId],
    )
  ).map(({ note }) => note);
const outbox = () =>
  readRows(
    service.database,
    `SELECT *, due_at > $1 AS waits, extract(epoch FROM due_at - $1)::float8 AS due_in FROM svc.checkpoint_outbox
     WHERE organization_id = $2`,
    [service.clock.now(), organizationId],
  );

it('pushes each checkpoint in order, which the receiver can check, and leaves nothing waiting', async () => {
  await sign(5);
  await pushes().pushDue(never);
  expect(received).toEqual(await signed());
  const key = readVerifierKey(await service.app.checkpoints.verifierKey(organizationId));
  const sizes = received.map((note) => readCheckpoint(note, key).size);
  expect(sizes).toEqual(sizes.toSorted((left, right) => left - right));
  expect(await outbox()).toEqual([]);
  await pushes().pushDue(never);
  expect(received).toHaveLength(5);
  // They stay when old checkpoints are thinned.
  const stay = await readRows(
    service.database,
    'SELECT note FROM svc.audit_checkpoints WHERE organization_id = $1 AND pushed ORDER BY size',
    [organizationId],
  );
  expect(stay.map(({ note }) => note)).toEqual(received);
});

it.each([500, 404, 302, 429])('tries again after %i, later and later, and leaves none out', async (status) => {
  await sign(2);
  answers = [status, status];
  await pushes().pushDue(never);
  expect(await outbox()).toMatchObject([{ attempts: 1, waits: true }]);
  // Nothing is pushed before it is due.
  await pushes().pushDue(never);
  expect(answers).toHaveLength(1);
  service.clock.move('6s');
  await pushes().pushDue(never);
  expect(await outbox()).toMatchObject([{ attempts: 2, waits: true }]);
  await sign();
  service.clock.move('36s');
  await pushes().pushDue(never);
  expect(received).toEqual(await signed());
  expect(received).toHaveLength(3);
  expect(await outbox()).toEqual([]);
  expect(service.logged()).toContain(`"failure":"status ${status}"`);
  expect(service.logged()).not.toContain('hidden');
});

it('pushes nothing while the access of the organization waits for an answer, and then leaves none out', async () => {
  await sign(2);
  const setSince = (at: Date | null) =>
    readRows(service.database, 'UPDATE svc.organizations SET unconfirmed_since = $2 WHERE organization_id = $1', [
      organizationId,
      at,
    ]);
  await setSince(service.clock.now());
  for (let times = 0; times < 3; times += 1) {
    await pushes().pushDue(never);
    expect(received).toEqual([]);
    expect(await outbox()).toMatchObject([{ attempts: 0, waits: true }]);
    service.clock.move(UNCONFIRMED_AGAIN_MS);
  }
  await setSince(null);
  await pushes().pushDue(never);
  expect(received).toEqual(await signed());
});

it('goes nowhere that outgoing calls may not go', async () => {
  await sign();
  await pushes([]).pushDue(never);
  expect(received).toEqual([]);
  expect(service.logged()).toContain('"failure":"egress_refused"');
  expect(await outbox()).toMatchObject([{ attempts: 1, waits: true }]);
});

it('pushes each once, in order, though many workers run and more is signed meanwhile', async () => {
  await sign(3);
  const workers = Array.from({ length: 6 }, () => pushes());
  await Promise.all([...workers.map((worker) => worker.pushDue(never)), sign(6)]);
  await pushes().pushDue(never);
  expect(received).toEqual(await signed());
  expect(await outbox()).toEqual([]);
});

it('takes up what a worker that died had taken, when its time is over', async () => {
  await sign();
  // A worker claims it, and does no more.
  await readRows(service.database, 'UPDATE svc.checkpoint_outbox SET due_at = $1, attempts = 1', [
    new Date(service.clock.nowMs() + LAPSE_MS),
  ]);
  await pushes().pushDue(never);
  expect(received).toEqual([]);
  service.clock.move(LAPSE_MS);
  await pushes().pushDue(never);
  expect(received).toEqual(await signed());
});

it('counts an attempt when it is claimed, and not when a stop breaks it off', async () => {
  await sign();
  const stopping = new AbortController();
  let underWay: ReturnType<typeof outbox> | undefined;
  // A paused request is never read to its end, so the receiver does not answer.
  receiver.prependOnceListener('request', (request) => {
    request.pause();
    underWay = outbox().finally(() => stopping.abort());
  });
  await pushes().pushDue(stopping.signal);
  expect(await underWay).toMatchObject([{ attempts: 1, waits: true }]);
  expect(await outbox()).toMatchObject([{ attempts: 0, waits: false }]);
});

it('begins with the shortest wait again after a success, in the middle of a turn too', async () => {
  await sign(2);
  await readRows(service.database, 'UPDATE svc.checkpoint_outbox SET attempts = 5');
  answers = [204, 500];
  await pushes().pushDue(never);
  expect(received).toHaveLength(1);
  const [row] = await outbox();
  expect(row).toMatchObject({ attempts: 1, waits: true });
  expect(row?.due_in).toBeLessThanOrEqual(6);
});

it('waits an hour after many failures in a row, and never for ever', async () => {
  await sign();
  await readRows(service.database, 'UPDATE svc.checkpoint_outbox SET attempts = 1000');
  answers = [500];
  await pushes().pushDue(never);
  const [row] = await outbox();
  expect(row?.attempts).toBe(1001);
  expect(row?.due_in).toBeGreaterThan(3_590);
  expect(row?.due_in).toBeLessThanOrEqual(4_320);
});

it('gives up nothing when it is stopped in the middle', async () => {
  await sign(3);
  const stopping = new AbortController();
  receiver.once('request', () => stopping.abort());
  await pushes().pushDue(stopping.signal);
  await pushes().pushDue(never);
  expect(received).toEqual(expect.arrayContaining(await signed()));
  expect(await outbox()).toEqual([]);
});

it('forgets what waits when the organization names no address any more', async () => {
  await sign(2);
  await service.provision(acme({ settings: ['checkpointUrl: null'] }));
  await service.app.checkpoints.coverAll(never);
  await pushes().pushDue(never);
  expect(received).toEqual([]);
  expect(await outbox()).toEqual([]);
});

it('signs for organizations without an address and leaves nothing waiting for them', async () => {
  await sign();
  expect(await outbox()).toMatchObject([{ organization_id: organizationId, attempts: 0 }]);
});
