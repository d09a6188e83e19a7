// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an allowed act is redeemed once, on any number of processes, exactly as it was decided, and only while it
 * would not be blocked. A call of the HTTP gateway is forwarded by it, once.
 */
import type { ServerResponse } from 'node:http';
import type { Decision, EventDetail, RedeemedDecision } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import {
  ACME,
  BOUND_KEY,
  type CallOptions,
  call,
  GLOBEX_KEY,
  IDS,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { acmeWithRoutes, callHttp, callMcp, ROUTES } from '#harness/service/gateways.ts';
import {
  lockWaits,
  organizationIdOf,
  readAuditEntries,
  readRows,
  SEE_EVERY_ORGANIZATION,
} from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

type Answer = RedeemedDecision & { error: string; fields?: Record<string, string>; reasons?: string[] };

const DAY_MS = 86_400_000;
const EXPORT = {
  agent: 'billing-bot',
  resource: 'customers',
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_EMAIL',
  recordsAffected: 12,
  content: 'the list of March',
};
const PLAIN = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', recordsAffected: 3 };

let upstream: Upstream;
let service: TestService;
let other: TestService;
let owner: Browser;
const held: ServerResponse[] = [];
beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path.startsWith('/held')) held.push(reply);
    else reply.writeHead(request.path.startsWith('/broken') ? 500 : 202).end(`answer ${request.path}`);
  });
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream).replace('[MEMBER]', '[OWNER]') });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
});

let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `redemption-${keys}`;
};

const decide = async (body: object, options: CallOptions = {}): Promise<Decision> =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body, ...options })).body;

async function approve(decided: Decision): Promise<Decision> {
  expect(decided.decision).toBe('REVIEW');
  const { status, body } = await owner.call<Decision>(`/reviews/${decided.id}/approve`, { body: {} });
  expect(status).toBe(200);
  return body;
}

const approved = async (body: object = EXPORT): Promise<Decision> => await approve(await decide(body));

interface Redeeming extends CallOptions {
  key?: string | null;
  idempotencyKey?: string | null;
  to?: TestService;
}

async function redeem(
  id: string,
  body: object,
  { idempotencyKey = newKey(), to = service, ...options }: Redeeming = {},
) {
  const headers = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey };
  return await call<Answer>(to.baseUrl, `/v1/events/${id}/redeem`, { body, ...options, headers });
}

const read = async (id: string): Promise<Decision> => (await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body;
const statusOf = async (id: string) => (await read(id)).redemption?.status;

async function entriesOf(eventId: string): Promise<[string, Record<string, unknown>][]> {
  const entries = await readAuditEntries(service.database, ACME);
  return entries
    .filter(({ subject, kind }) => subject.id === eventId && !kind.startsWith('review.'))
    .map(({ kind, metadata }) => [kind, metadata]);
}

const kindsOf = async (eventId: string) => (await entriesOf(eventId)).map(([kind]) => kind);

it('an approved act is redeemed once, and stands so in the decision and in the chain', async () => {
  const decision = await approved();
  expect(decision.redemption).toMatchObject({ status: 'OPEN', redeemedAt: null });
  const decidedAt = Date.parse(decision.review?.decidedAt ?? '');
  expect(Date.parse(decision.redemption?.redeemableUntil ?? '') - decidedAt).toBe(DAY_MS);
  const idempotencyKey = newKey();
  const { status, body } = await redeem(decision.id, EXPORT, { idempotencyKey });
  expect([status, body]).toMatchObject([200, { finalDecision: 'ALLOW', redemption: { status: 'REDEEMED' } }]);
  expect(body).not.toHaveProperty('gateway');
  expect(await read(decision.id)).toEqual(body);
  const [made] = (await entriesOf(decision.id)).filter(([kind]) => kind === 'redemption.made');
  expect(made?.[1]).toEqual({
    actionDigest: decision.actionDigest,
    grantId: null,
    keyPrefix: LIVE_KEY.slice(0, 16),
  });
  const again = await redeem(decision.id, EXPORT, { idempotencyKey, to: other });
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true']);
  expect(again.body).toEqual(body);
  const late = await redeem(decision.id, EXPORT);
  expect([late.status, late.body]).toMatchObject([
    409,
    { error: 'already_redeemed', redeemedAt: body.redemption?.redeemedAt },
  ]);
  const changed = await redeem(decision.id, { ...EXPORT, recordsAffected: 13 }, { idempotencyKey });
  expect([changed.status, changed.body.error]).toEqual([400, 'idempotency_key_reused']);
});

it('case 1: no key, no UUID: refused, and nothing is recorded', async () => {
  const decision = await decide(PLAIN);
  const before = (await readAuditEntries(service.database, ACME)).length;
  const keyless = await redeem(decision.id, PLAIN, { idempotencyKey: null });
  expect([keyless.status, keyless.body.fields]).toMatchObject([400, { 'Idempotency-Key': expect.any(String) }]);
  const idless = await redeem('1', PLAIN);
  expect([idless.status, idless.body.fields]).toMatchObject([400, { id: expect.any(String) }]);
  expect((await readAuditEntries(service.database, ACME)).length).toBe(before);
});

it('case 2: the event of another organization, and a deleted one, are not there', async () => {
  const decision = await decide(PLAIN);
  expect((await redeem(decision.id, PLAIN, { key: GLOBEX_KEY })).status).toBe(404);
  await readRows(service.database, 'DELETE FROM svc.events WHERE id = $1', [decision.id]);
  expect((await redeem(decision.id, PLAIN)).status).toBe(404);
});

it('case 3: each kind of key acts on its own events, and a bound one on those of its agent', async () => {
  const live = await decide(PLAIN);
  const sandbox = await decide(PLAIN, { key: TEST_KEY });
  const ofOther = { ...PLAIN, agent: 'support-bot' };
  const others = await decide(ofOther);
  expect((await redeem(live.id, PLAIN, { key: TEST_KEY })).status).toBe(404);
  expect((await redeem(sandbox.id, PLAIN)).status).toBe(403);
  expect((await redeem(others.id, ofOther, { key: BOUND_KEY })).status).toBe(403);
  expect((await redeem(others.id, PLAIN, { key: BOUND_KEY })).status).toBe(403);
  expect((await redeem(sandbox.id, PLAIN, { key: TEST_KEY })).status).toBe(200);
  const { agent: _agent, ...agentless } = PLAIN;
  const bound = await decide(agentless, { key: BOUND_KEY });
  expect((await redeem(bound.id, agentless, { key: BOUND_KEY })).status).toBe(200);
});

it('case 4: nothing but an ALLOW can be redeemed', async () => {
  const blocked = { agent: 'billing-bot', resource: 'customers', action: 'DELETE_DATA' };
  const waiting = await decide(EXPORT);
  const denied = await decide(EXPORT);
  await owner.call(`/reviews/${denied.id}/deny`, { body: {} });
  const expired = await decide(EXPORT);
  await readRows(service.database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = $1', [
    expired.id,
    service.clock.now(),
  ]);
  for (const [{ id }, body, word] of [
    [await decide(blocked), blocked, 'BLOCK'],
    [waiting, EXPORT, 'PENDING'],
    [denied, EXPORT, 'DENIED'],
    [expired, EXPORT, 'EXPIRED'],
  ] as const) {
    const { status, body: answer } = await redeem(id, body);
    expect([status, answer]).toMatchObject([409, { error: 'not_allowed', message: expect.stringContaining(word) }]);
    expect(await read(id)).toMatchObject({ redemption: null });
    // A caller that asks again and again leaves one entry.
    await redeem(id, body);
    expect((await kindsOf(id)).filter((kind) => kind === 'redemption.refused')).toHaveLength(1);
  }
});

describe('another act', () => {
  it.each<[string, object, string[]]>([
    ['one more record', { recordsAffected: 13 }, ['recordsAffected']],
    ['no number', { recordsAffected: undefined }, ['recordsAffected']],
    ['another destination', { destination: 'EXTERNAL_API' }, ['destination']],
    ['one letter of the content', { content: 'the list of Marco' }, ['content']],
    ['no content', { content: undefined }, ['content']],
    ['another agent', { agent: 'support-bot' }, ['agent']],
    ['another resource and action', { resource: 'orders', action: 'READ_DATA' }, ['action', 'resource']],
    ['a member of a gateway', { path: '/x', content: undefined }, ['path']],
    ['an unknown agent', { agent: 'no-bot' }, ['agent']],
  ])('case 5: %s: the fields are named, no value, and the approval stays open', async (_what, change, fields) => {
    const { id } = await approved();
    const { status, body } = await redeem(id, { ...EXPORT, ...change });
    expect([status, body.error]).toEqual([409, 'action_mismatch']);
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(fields);
    expect(JSON.stringify(body)).not.toContain('Marco');
    const [, refused] = (await entriesOf(id)).at(-1) ?? [];
    expect(refused).toEqual({ fields, reason: 'action_mismatch' });
    expect(await statusOf(id)).toBe('OPEN');
    expect((await redeem(id, EXPORT)).status).toBe(200);
  });

  it('case 6: numbers count digit for digit, the order of members does not', async () => {
    const call_ = { ...PLAIN, routeId: ROUTES.plain, method: 'POST', path: '/x', resource: 'customers' };
    const body = { action: 'EXPORT_DATA', destination: 'EXTERNAL_API', body: { n: 1, m: 2 } };
    const decided = await callHttp(service.baseUrl, { ...call_, ...body });
    await approve(decided.body);
    const { id } = decided.body;
    const raw = JSON.stringify({ ...call_, ...body });
    const floating = raw.replace('"n":1', '"n":1.0');
    const mismatch = await redeem(id, {}, { raw: floating, method: 'POST' });
    expect([mismatch.status, mismatch.body.error]).toEqual([409, 'action_mismatch']);
    const turned = raw.replace('{"n":1,"m":2}', '{ "m" : 2, "n" : 1 }');
    expect(turned).not.toBe(raw);
    const { status } = await redeem(id, {}, { raw: turned, method: 'POST' });
    expect(status).toBe(200);
    expect(upstream.requests.map(({ body: sent }) => sent)).toEqual(['{ "m" : 2, "n" : 1 }']);
  });

  it('case 7: an unknown field is no request; content where there was none is another act', async () => {
    const { id } = await decide(PLAIN);
    const unknown = await redeem(id, { ...PLAIN, why: 'x' });
    expect([unknown.status, unknown.body.fields]).toMatchObject([400, { why: expect.any(String) }]);
    const content = await redeem(id, { ...PLAIN, content: '' });
    expect([content.status, content.body]).toMatchObject([
      409,
      { error: 'action_mismatch', fields: { content: expect.any(String) } },
    ]);
  });

  it('is the same act under new names of its agent and resource, and by their ids', async () => {
    const first = await approved();
    const second = await approved();
    await readRows(service.database, `UPDATE svc.agents SET name = 'biller' WHERE id = $1`, [IDS.billingBot]);
    await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    try {
      expect((await redeem(first.id, EXPORT)).status).toBe(200);
      const { agent: _agent, resource: _resource, ...rest } = EXPORT;
      const byId = { ...rest, agentId: IDS.billingBot.toUpperCase(), resourceId: IDS.customers };
      expect((await redeem(second.id, byId)).status).toBe(200);
    } finally {
      await readRows(service.database, `UPDATE svc.agents SET name = 'billing-bot' WHERE id = $1`, [IDS.billingBot]);
      await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    }
  });
});

describe('the rules of now', () => {
  it('case 9: what would be blocked now is refused, and works again when the cause is gone', async () => {
    const { id } = await approved();
    const path = `/agents/${IDS.billingBot}`;
    await owner.call(`${path}/pause`, { body: {} });
    const paused = await redeem(id, EXPORT);
    expect([paused.status, paused.body]).toMatchObject([409, { error: 'refused_now' }]);
    expect(paused.body.reasons).not.toEqual([]);
    await owner.call(`${path}/resume`, { body: {} });
    const policy = { name: 'No exports', action: 'EXPORT', resource: 'ANY', decision: 'BLOCK' };
    const made = await owner.call<{ id: string }>('/policies', { body: policy });
    const blocked = await redeem(id, EXPORT);
    expect([blocked.status, blocked.body.error]).toEqual([409, 'refused_now']);
    expect(blocked.body.reasons?.join()).toContain('No exports');
    await owner.call(`/policies/${made.body.id}`, { method: 'DELETE' });
    expect((await redeem(id, EXPORT)).status).toBe(200);
  });

  it('case 10: a policy that asks other approvers now does not refuse what a person has approved', async () => {
    const { id } = await approved();
    const policy = { name: 'Owners', action: 'EXPORT', resource: 'ANY', decision: 'REVIEW', approverRoles: ['OWNER'] };
    const made = await owner.call<{ id: string }>('/policies', { body: policy });
    expect((await redeem(id, EXPORT)).status).toBe(200);
    await owner.call(`/policies/${made.body.id}`, { method: 'DELETE' });
  });

  it('case 16: a revoked key redeems nothing, one in its grace does', async () => {
    const made = await owner.call<{ id: string; key: string }>('/api-keys', {
      body: { name: 'for redemption', kind: 'LIVE' },
    });
    expect(made.status).toBe(201);
    const { id, key } = made.body;
    const first = await decide(PLAIN, { key });
    const second = await decide(PLAIN, { key });
    const rotated = await owner.call<{ key: string }>(`/api-keys/${id}/rotate`, { body: { graceHours: 24 } });
    expect(rotated.status).toBeLessThan(300);
    expect((await redeem(first.id, PLAIN, { key })).status).toBe(200);
    await readRows(service.database, `UPDATE svc.api_keys SET revoked_at = now() WHERE id = $1`, [id]);
    await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    expect((await redeem(second.id, PLAIN, { key })).status).toBe(401);
  });

  it('case 17: the key of the decision is another key than that of its redemption', async () => {
    const headers = { 'idempotency-key': 'both-1' };
    const { id } = await decide(PLAIN, { headers });
    expect((await redeem(id, PLAIN, { idempotencyKey: 'both-1' })).status).toBe(200);
    expect(await decide(PLAIN, { headers })).toMatchObject({ id, redemption: { status: 'REDEEMED' } });
  });
});

const CALL = {
  agent: 'billing-bot',
  resource: 'customers',
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
  routeId: '',
  method: 'POST',
  path: '/x',
  body: { list: 'March' },
};

describe('a call of the HTTP gateway', () => {
  const asked = (change: object = {}) => ({ ...CALL, routeId: ROUTES.plain, ...change });
  async function approvedCall(change: object = {}) {
    const { body } = await callHttp(service.baseUrl, asked(change));
    expect(body).toMatchObject({ decision: 'REVIEW', gateway: { proxied: false, upstream: null } });
    await approve(body);
    return body.id;
  }

  it('is forwarded once by its redemption, with the credential of its route, and its outcome is known', async () => {
    const id = await approvedCall({ routeId: ROUTES.crm });
    const idempotencyKey = newKey();
    const body = asked({ routeId: ROUTES.crm });
    const first = await redeem(id, body, { idempotencyKey });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      redemption: { status: 'REDEEMED' },
      outcome: { status: 'SUCCEEDED', source: 'GATEWAY' },
      gateway: { proxied: true, upstream: { status: 202, truncatedBody: 'answer /v1/x' } },
    });
    expect(upstream.requests).toMatchObject([{ method: 'POST', path: '/v1/x', body: '{"list":"March"}' }]);
    const again = await redeem(id, body, { idempotencyKey, to: other });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body.gateway?.upstream).toMatchObject({ status: 202, truncatedBody: '' });
    expect(again.body.outcome).toEqual(first.body.outcome);
    expect(upstream.requests).toHaveLength(1);
    expect(await kindsOf(id)).toEqual(['decision.recorded', 'redemption.made', 'gateway.called']);
    const detail = await owner.call<EventDetail>(`/events/${id}`);
    expect(detail.body.audit.map(({ kind }) => kind)).toEqual([
      'decision.recorded',
      'review.approved',
      'redemption.made',
      'gateway.called',
    ]);
    const reported = await call(service.baseUrl, `/v1/events/${id}/outcome`, { body: { status: 'FAILED' } });
    expect([reported.status, reported.body.error]).toEqual([409, 'outcome_reported']);
  });

  it('that was forwarded at its decision is redeemed from the start', async () => {
    const { body } = await callHttp(service.baseUrl, {
      routeId: ROUTES.plain,
      path: '/broken',
      method: 'POST',
      body: 1,
    });
    expect(body).toMatchObject({
      redemption: { status: 'REDEEMED' },
      outcome: { status: 'FAILED', source: 'GATEWAY', recordsAffected: null, exceedsStated: false },
    });
    const { status, body: late } = await redeem(body.id, {
      agent: 'billing-bot',
      resource: 'orders',
      action: 'READ_DATA',
      routeId: ROUTES.plain,
      path: '/broken',
      method: 'POST',
      body: 1,
    });
    expect([status, late.error]).toEqual([409, 'already_redeemed']);
    expect(upstream.requests).toHaveLength(1);
  });

  it.each([
    ['path', { path: '/y' }],
    ['body', { body: { list: 'April' } }],
    ['method', { method: 'PUT' }],
    ['routeId', { routeId: 'other' }],
  ])('is another act with another %s', async (field, change) => {
    const id = await approvedCall();
    const { routeId } = change as { routeId?: string };
    const { status, body } = await redeem(id, asked({ ...change, ...(routeId && { routeId: ROUTES.crm }) }));
    expect([status, body.error]).toEqual([409, 'action_mismatch']);
    expect(Object.keys(body.fields ?? {})).toContain(field);
    expect(upstream.requests).toEqual([]);
  });

  it('case 11: is refused when its route leads elsewhere, and works when it leads there again', async () => {
    const id = await approvedCall();
    const path = `/http-routes/${ROUTES.plain}`;
    const { body: route } = await owner.call<{ baseUrl: string }>(path);
    for (const change of [{ baseUrl: `${route.baseUrl}/elsewhere` }, { methods: ['POST'] }]) {
      expect((await owner.call(path, { method: 'PATCH', body: change })).status).toBe(200);
      const refused = await redeem(id, asked());
      expect([refused.status, refused.body.error]).toEqual([409, 'refused_now']);
      await owner.call(path, { method: 'PATCH', body: { baseUrl: route.baseUrl, methods: null } });
    }
    expect(upstream.requests).toEqual([]);
    expect((await redeem(id, asked())).status).toBe(200);
  });

  it('case 11: is refused when its credential is another', async () => {
    const id = await approvedCall({ routeId: ROUTES.crm });
    const listed = await owner.call<{ items: { id: string; name: string }[] }>('/integrations');
    const header = listed.body.items.find(({ name }) => name === 'header');
    const change = { credential: { type: 'API_KEY_HEADER', secret: 'hdr-other' } };
    const path = `/integrations/${header?.id}`;
    expect((await owner.call(path, { method: 'PATCH', body: change })).status).toBe(200);
    const refused = await redeem(id, asked({ routeId: ROUTES.crm }));
    expect([refused.status, refused.body.error]).toEqual([409, 'refused_now']);
    expect(upstream.requests).toEqual([]);
  });

  it('case 12: two processes with two keys: one is answered, one comes too late, and one call is made', async () => {
    for (let round = 0; round < 5; round += 1) {
      upstream.requests.length = 0;
      const id = await approvedCall();
      const answers = await Promise.all([redeem(id, asked()), redeem(id, asked(), { to: other })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.error).toBe('already_redeemed');
      expect(upstream.requests).toHaveLength(1);
    }
  });

  it('case 13: the same key twice at once makes one call; the other waits for it, 5 seconds at most', async () => {
    const id = await approvedCall({ path: '/held' });
    const idempotencyKey = newKey();
    const first = redeem(id, asked({ path: '/held' }), { idempotencyKey });
    await vi.waitFor(() => expect(held).toHaveLength(1), PATIENTLY);
    const second = redeem(id, asked({ path: '/held' }), { idempotencyKey, to: other });
    held.pop()?.writeHead(203).end('late');
    expect((await first).body.gateway?.upstream).toMatchObject({ status: 203, truncatedBody: 'late' });
    expect((await second).body.gateway?.upstream).toMatchObject({ status: 203, truncatedBody: '' });
    expect(upstream.requests).toHaveLength(1);
  });
});

it('a call of the MCP gateway is redeemed for its host, which runs the tool', async () => {
  const body = { tool: 'export_customers', arguments: { month: 3 }, agent: 'billing-bot', resource: 'customers' };
  const asked = { ...body, destination: 'EXTERNAL_EMAIL' };
  const decided = await callMcp(service.baseUrl, asked);
  await approve(decided.body);
  const changed = await redeem(decided.body.id, { ...asked, arguments: { month: 4 } });
  expect([changed.status, changed.body.fields]).toMatchObject([409, { arguments: expect.any(String) }]);
  const renamed = await redeem(decided.body.id, { ...asked, tool: 'export_orders' });
  expect([renamed.status, Object.keys(renamed.body.fields ?? {})]).toEqual([409, ['tool']]);
  const { status, body: answer } = await redeem(decided.body.id, asked);
  expect([status, answer.redemption?.status]).toEqual([200, 'REDEEMED']);
  expect(answer).not.toHaveProperty('gateway');
});

it('case 18: a redemption beside the approval is refused or made, and never in between', async () => {
  for (let round = 0; round < 10; round += 1) {
    const decided = await decide(EXPORT);
    const [, redeemed] = await Promise.all([approve(decided), redeem(decided.id, EXPORT, { to: other })]);
    const allowed = redeemed.status === 200;
    expect(allowed || redeemed.body.error === 'not_allowed').toBe(true);
    expect(await statusOf(decided.id)).toBe(allowed ? 'REDEEMED' : 'OPEN');
    if (!allowed) expect((await redeem(decided.id, EXPORT)).status).toBe(200);
  }
});

it('case 8: it has lapsed at the end exactly, and not a millisecond before', async () => {
  const soon = async (offsetMs: number) => {
    const decision = await decide(PLAIN);
    await readRows(service.database, 'UPDATE svc.events SET redeemable_until = $2 WHERE id = $1', [
      decision.id,
      new Date(service.clock.nowMs() + 600_000 + offsetMs),
    ]);
    return decision.id;
  };
  const [lapsed, open] = [await soon(0), await soon(1)];
  const client = new pg.Client({ connectionString: service.database.connectionString });
  await client.connect();
  await client.query(SEE_EVERY_ORGANIZATION);
  await client.query('BEGIN');
  const organizationId = await organizationIdOf(service.database, ACME);
  await client.query('SELECT FROM svc.organization_heads WHERE organization_id = $1 FOR UPDATE', [organizationId]);
  // The moment is read after the lock, which comes at the end exactly.
  const nowMs = service.clock.nowMs();
  const waiting = Promise.all([redeem(lapsed, PLAIN), redeem(open, PLAIN)]);
  await vi.waitFor(async () => expect(await lockWaits(service.database)).not.toEqual([]), PATIENTLY);
  service.clock.move(600_000 - (service.clock.nowMs() - nowMs));
  await client.query('ROLLBACK');
  await client.end();
  const [late] = await waiting;
  expect([late.status, late.body.error]).toEqual([409, 'approval_lapsed']);
  expect(await statusOf(lapsed)).toBe('LAPSED');
});
