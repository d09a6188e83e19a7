// SPDX-License-Identifier: Apache-2.0
/** One key forwards once, on any number of processes, under any concurrency and through any death in between. */
import type { ServerResponse } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { ACME, openOrganization, otherProcess, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, callMcp, ROUTES, SECRETS } from '#harness/service/gateways.ts';
import {
  endConnections,
  lockWaits,
  organizationIdOf,
  readAuditEntries,
  readRows,
  SEE_EVERY_ORGANIZATION,
} from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';
import { settleLostCalls } from '../../../../decisions/gateways/index.ts';

let upstream: Upstream;
let service: TestService;
let other: TestService;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path.startsWith('/held')) held.push(reply);
    else reply.writeHead(202).end(`answer ${request.path}`);
  });
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
  other = await otherProcess(service);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
});

const send = (key: string, body: Record<string, unknown> = {}, to = service, options = {}) =>
  callHttp(
    to.baseUrl,
    { routeId: ROUTES.plain, path: '/x', method: 'POST', body: { n: 1 }, ...body },
    { headers: { 'idempotency-key': key }, ...options },
  );

describe('a replay', () => {
  it('tells what became of the call, without its body, on either process, and forwards nothing', async () => {
    const first = await send('replay-1');
    expect(first.body.gateway.upstream).toMatchObject({ status: 202, truncatedBody: 'answer /x' });
    for (const to of [service, other]) {
      const again = await send('replay-1', {}, to);
      expect(again.headers.get('idempotent-replay')).toBe('true');
      const { gateway } = first.body;
      expect(again.body).toEqual({
        ...first.body,
        gateway: { ...gateway, upstream: { ...gateway.upstream, truncatedBody: '' } },
      });
    }
    expect(upstream.requests).toHaveLength(1);
  });

  it('of a call that was not forwarded says so, also once a person has approved it', async () => {
    const review = { resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
    const first = await send('review-1', review);
    expect(first.body).toMatchObject({ decision: 'REVIEW', gateway: { proxied: false, upstream: null } });
    await readRows(
      service.database,
      `UPDATE svc.reviews SET status = 'APPROVED', decided_at = now() WHERE event_id = $1`,
      [first.body.id],
    );
    const again = await send('review-1', review);
    expect(again.body).toMatchObject({ finalDecision: 'ALLOW', gateway: { proxied: false, upstream: null } });
    expect(upstream.requests).toEqual([]);
  });

  it('is refused for another request: body, path, route, digits, or kind of key', async () => {
    await send('reused-1', { body: { n: 1 } });
    const others: [Record<string, unknown>, object][] = [
      [{ body: { n: 2 } }, {}],
      [{ path: '/y' }, {}],
      [{ method: 'PUT' }, {}],
      [{ routeId: ROUTES.crm }, {}],
      [{}, { key: TEST_KEY }],
    ];
    for (const [body, options] of others) {
      const answer = await send('reused-1', body, service, options);
      expect(answer).toMatchObject({ status: 400, body: { error: 'idempotency_key_reused' } });
    }
    const digits = (body: string) => {
      const raw = `{"agent":"billing-bot","resource":"orders","action":"READ_DATA","routeId":"${ROUTES.plain}","method":"POST","body":${body}}`;
      return callHttp(service.baseUrl, {}, { body: undefined, raw, headers: { 'idempotency-key': 'digits-1' } });
    };
    expect((await digits('12345678901234567890')).status).toBe(200);
    expect((await digits('12345678901234567890')).headers.get('idempotent-replay')).toBe('true');
    expect(await digits('12345678901234567891')).toMatchObject({ status: 400 });
    expect(upstream.requests).toHaveLength(2);
  });

  it('has a scope of its own: the other gateway and the events route know nothing of the key', async () => {
    await send('scope-1');
    const headers = { 'idempotency-key': 'scope-1' };
    const tool = await callMcp(
      service.baseUrl,
      { tool: 'get_x', agent: 'billing-bot', resource: 'orders' },
      { headers },
    );
    expect(tool.status).toBe(200);
    expect(tool.headers.has('idempotent-replay')).toBe(false);
  });

  it('stands though the route has changed since', async () => {
    const first = await send('changed-1', { routeId: ROUTES.restricted });
    expect(first.body.gateway.credentialId).not.toBeNull();
    await service.provision(acmeWithRoutes(upstream).replace('methods: [GET, POST]', 'methods: [GET]'));
    expect((await send('changed-2', { routeId: ROUTES.restricted })).status).toBe(403);
    const again = await send('changed-1', { routeId: ROUTES.restricted });
    expect(again.body.gateway).toMatchObject({ proxied: true, upstream: { status: 202 } });
    expect(JSON.stringify(again.body)).not.toContain(SECRETS.header);
  });
});

it('forwards once when one key arrives many times at once on two processes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(`race-${round}`, {}, index % 2 === 0 ? service : other)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
    for (const { body } of answers) expect(body.gateway.upstream).toMatchObject({ status: 202, error: null });
  }
  expect(upstream.requests).toHaveLength(5);
});

const isLookForOutcome = (asked: unknown): boolean =>
  typeof asked === 'object' && asked !== null && 'text' in asked && /AS forwarder_id,/.test(String(asked.text));

describe('while the first is still forwarding', () => {
  it('a replay waits, and gets the outcome when there is one', async () => {
    const first = send('waits-1', { path: '/held' });
    await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
    const second = send('waits-1', { path: '/held' }, other);
    held.pop()?.writeHead(203).end('late');
    expect((await first).body.gateway.upstream).toMatchObject({ status: 203, truncatedBody: 'late' });
    expect((await second).body.gateway.upstream).toMatchObject({ status: 203, truncatedBody: '' });
    expect(upstream.requests).toHaveLength(1);
  });

  it('a replay that has waited 5 s is 503, with Retry-After', async () => {
    const first = send('waits-2', { path: '/held' });
    await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
    const looks = vi.spyOn(pg.Client.prototype, 'query');
    const second = send('waits-2', { path: '/held' }, other);
    // It looks again after a pause at least once: the first look was too early.
    await vi.waitFor(
      () => expect(looks.mock.calls.filter(([asked]) => isLookForOutcome(asked)).length).toBeGreaterThanOrEqual(2),
      PATIENTLY,
    );
    looks.mockRestore();
    service.clock.move('5s');
    const refused = await second;
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    held.pop()?.end('late');
    await first;
    expect(upstream.requests).toHaveLength(1);
  });
});

/** The process of the only call without an outcome. */
const FORWARDER = `
  SELECT forwarder_id::oid AS id FROM svc.acts WHERE forwarder_id IS NOT NULL AND outcome IS NULL`;

it('is still under way for others when the process loses a connection to PostgreSQL, and takes another', async () => {
  const first = send('reconnects-1', { path: '/held' });
  await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
  const [forwarder] = await readRows<{ id: number }>(service.database, FORWARDER);
  const holdsLock = `a.pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = $1)`;
  expect(await endConnections(service.database, holdsLock, [forwarder?.id])).toBe(1);
  const second = send('reconnects-1', { path: '/held' }, other);
  // The process is back before it counts as gone.
  await vi.waitFor(async () => {
    const rows = await readRows(
      service.database,
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND objid = (${FORWARDER})`,
    );
    expect(rows).toHaveLength(1);
  }, PATIENTLY);
  held.pop()?.writeHead(203).end('late');
  expect((await first).body.gateway.upstream).toMatchObject({ status: 203 });
  expect((await second).body.gateway.upstream).toMatchObject({ status: 203, error: null });
});

it('is answered when its outcome cannot be recorded, which is tried again until it is', async () => {
  const call = send('late-log-1', { path: '/held' });
  await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
  const admin = new pg.Client({ connectionString: service.database.connectionString });
  await admin.connect();
  await admin.query(SEE_EVERY_ORGANIZATION);
  await admin.query('BEGIN');
  const organizationId = await organizationIdOf(service.database, ACME);
  await admin.query('SELECT 1 FROM svc.organization_heads WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  let isAnswered = false;
  void call.then(() => {
    isAnswered = true;
  });
  held.pop()?.writeHead(204).end();
  await vi.waitFor(async () => expect(await lockWaits(service.database)).not.toEqual([]), PATIENTLY);
  // The test waits for its first attempt.
  expect(isAnswered).toBe(false);
  const { status, body } = await call;
  expect(status).toBe(200);
  expect(body.gateway.upstream).toMatchObject({ status: 204, error: null });
  await admin.query('ROLLBACK');
  await admin.end();
  await vi.waitFor(async () => {
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === body.id);
    expect(entries.map(({ kind, metadata }) => [kind, metadata.status])).toEqual([
      ['decision.recorded', undefined],
      ['gateway.called', 204],
    ]);
  }, PATIENTLY);
  expect((await send('late-log-1', { path: '/held' })).body.gateway.upstream).toMatchObject({ status: 204 });
  expect(upstream.requests).toHaveLength(1);
});

describe('a call whose process is gone', () => {
  const LOOKS_APART_MS = 20;
  const settle = async ({ app }: TestService, looksApartMs = LOOKS_APART_MS) =>
    (await settleLostCalls(app.pool, app.ownCalls, new AbortController().signal, looksApartMs)).calls;

  /** The state after a process died between its commit and the answer of the upstream. */
  async function lostCall(key: string, age = '1 hour'): Promise<string> {
    const { body } = await send(key);
    await readRows(
      service.database,
      `UPDATE svc.acts SET redeemed_at = now() - $2::interval, forwarder_id = 1, outcome = NULL, reported_at = NULL
       WHERE event_id = $1`,
      [body.id, age],
    );
    await readRows(
      service.database,
      `DELETE FROM svc.audit_entries WHERE kind = 'gateway.called' AND subject_id = $1`,
      [body.id],
    );
    return body.id;
  }

  it('is answered as one whose outcome is unknown, and is never sent again', async () => {
    const id = await lostCall('lost-1');
    const again = await send('lost-1', {}, other);
    expect(again.body).toMatchObject({ id, decision: 'ALLOW' });
    expect(again.body.gateway).toMatchObject({
      proxied: true,
      upstream: { status: null, truncatedBody: '', error: 'outcome unknown' },
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it('is written down once as such, and one that is still under way is left alone', async () => {
    const id = await lostCall('lost-2');
    const first = send('lost-3', { path: '/held' });
    await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
    await readRows(
      service.database,
      `UPDATE svc.acts SET redeemed_at = now() - interval '1 hour' WHERE redeemed_at IS NOT NULL`,
    );
    const settled = await Promise.all([settle(service), settle(other)]);
    expect(settled[0] + settled[1]).toBeGreaterThanOrEqual(1);
    expect(await settle(service)).toBe(0);
    held.pop()?.end('late');
    const { body } = await first;
    expect(body.gateway.upstream).toMatchObject({ status: 200, error: null });
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind === 'gateway.called');
    const outcomesOf = (eventId: string) =>
      entries.filter(({ subject }) => subject.id === eventId).map(({ metadata }) => metadata.error);
    expect(outcomesOf(id)).toEqual(['outcome unknown']);
    expect(outcomesOf(body.id)).toEqual([null]);
  });

  it('is found however many were settled before it', async () => {
    await send('settled-1');
    expect(await settle(service)).toBe(0);
    const id = await lostCall('lost-4', '0 seconds');
    // Its process may have lost only a connection.
    expect(await settle(service)).toBe(0);
    await readRows(
      service.database,
      `UPDATE svc.acts SET redeemed_at = now() - interval '1 hour' WHERE event_id = $1`,
      [id],
    );
    expect(await settle(service)).toBe(1);
    expect(await settle(other)).toBe(0);
  });
});
