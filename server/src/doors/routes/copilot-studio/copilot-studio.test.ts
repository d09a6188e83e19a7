// SPDX-License-Identifier: Apache-2.0
/** Guarantee: Copilot Studio is told to go on for a redeemed ALLOW alone, and is told to block whatever fails. */
import { randomUUID } from 'node:crypto';
import type { EventItem, EventList } from '@svc/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, BOUND_KEY, call, LIVE_KEY, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { organizationIdOf, readAuditEntries, readRows, SEE_EVERY_ORGANIZATION } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const rules = [
    { tools: 'Look up order', action: 'READ_DATA', resource: 'orders' },
    { tools: 'export', action: 'EXPORT_DATA', resource: 'customers', records: '/ids' },
    { tools: 'wipe', action: 'DELETE_DATA', resource: 'customers' },
    { tools: 'clock', decide: false },
  ];
  expect((await owner.call('/tool-rules', { body: { name: 'All', rules } })).status).toBe(201);
  const policies = [
    { name: 'Exports', action: 'EXPORT', decision: 'REVIEW', approverRoles: ['OWNER'] },
    { name: 'Deletions', action: 'DELETE', decision: 'BLOCK' },
    { name: 'All else', action: 'ANY', decision: 'ALLOW' },
  ];
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

interface Asking {
  key?: string | null;
  version?: string;
  raw?: string;
}

async function post(path: string, body: unknown, { key = LIVE_KEY, version = '2025-05-01', raw }: Asking = {}) {
  const response = await fetch(`${service.baseUrl}/copilot-studio/${path}?api-version=${version}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'x-ms-correlation-id': randomUUID() },
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    body: raw ?? (body === null ? '' : JSON.stringify(body)),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}
interface Answer {
  blockAction?: boolean;
  reasonCode?: number;
  reason?: string;
}

async function analyse(body: unknown, asking: Asking = {}): Promise<Answer> {
  const { status, body: answer } = await post('analyze-tool-execution', body, asking);
  expect(status).toBe(200);
  return answer;
}

const SAID = `said-${randomUUID()}`;

function asked(name: string, inputValues: object = {}, conversationId = randomUUID(), agent = 'billing-bot') {
  return {
    plannerContext: {
      ...{ userMessage: SAID, thought: SAID, previousToolOutputs: [{ toolName: 'x', outputs: SAID }] },
      chatHistory: [{ id: '1', role: 'user', content: SAID, timestamp: '2026-01-01T00:00:00Z' }],
    },
    toolDefinition: { id: randomUUID(), type: 'PrebuiltToolDefinition', name, description: SAID },
    inputValues,
    conversationMetadata: {
      ...{ agent: { id: agent, tenantId: randomUUID(), isPublished: true }, user: { id: randomUUID() } },
      ...{ conversationId, planId: randomUUID(), planStepId: randomUUID() },
    },
  };
}
const lastEvent = async () => (await owner.call<EventList>('/events?limit=1')).body.items[0] as EventItem;
const approve = (event: string) => owner.call(`/reviews/${event}/approve`, { method: 'POST', body: {} });

describe('the check of the connection', () => {
  it('succeeds with an empty body, of any type', async () => {
    expect(await post('validate', null)).toEqual({ status: 200, body: { isSuccessful: true, status: 'OK' } });
    const headers = { 'x-api-key': LIVE_KEY };
    const bare = await fetch(`${service.baseUrl}/copilot-studio/validate?api-version=2025-05-01`, {
      ...{ method: 'POST', headers },
    });
    expect(bare.status).toBe(200);
  });

  it('fails for no key, and for another version', async () => {
    const unknown = await post('validate', null, { key: null });
    expect(unknown).toMatchObject({ status: 401, body: { errorCode: 401, httpStatus: 401 } });
    expect((await post('validate', null, { version: '2024-01-01' })).status).toBe(400);
  });
});

describe('a call of a tool', () => {
  it('goes on after an ALLOW, which is redeemed, once for its step of the plan', async () => {
    const one = asked('Look up order', { number: 7 });
    expect(await analyse(one)).toEqual({ blockAction: false });
    expect(await lastEvent()).toMatchObject({
      ...{ door: 'COPILOT_STUDIO', action: 'READ_DATA', redemption: { status: 'REDEEMED' } },
      context: { session: one.conversationMetadata.conversationId },
    });
    expect(await analyse(one)).toMatchObject({ blockAction: true, reasonCode: 1 });
    const { conversationId } = one.conversationMetadata;
    expect(await analyse(asked('Look up order', { number: 7 }, conversationId))).toEqual({ blockAction: false });
  });

  it('is blocked by a BLOCK, with its event', async () => {
    const answer = await analyse(asked('wipe'));
    expect(answer).toMatchObject({ blockAction: true, reasonCode: 1 });
    expect(answer.reason).toContain((await lastEvent()).id);
  });

  it('is blocked for a review, and goes on once after the approval in its conversation', async () => {
    const conversation = randomUUID();
    const again = (inputs: object = { ids: [1, 2] }, of = conversation) => analyse(asked('export', inputs, of));
    const answer = await again();
    const { id } = await lastEvent();
    expect(answer).toMatchObject({ blockAction: true, reasonCode: 2, reason: expect.stringContaining(id) });
    expect(await again()).toMatchObject({ reason: expect.stringContaining(id) });
    await approve(id);
    expect(await again({ ids: [1, 3] })).toMatchObject({ blockAction: true });
    expect(await again({ ids: [1, 2] }, randomUUID())).toMatchObject({ blockAction: true });
    expect(await again()).toEqual({ blockAction: false });
    expect(await again()).toMatchObject({ blockAction: true, reasonCode: 2 });
  });

  it('is of the agent of its key, else of the one that the conversation names', async () => {
    const bound = asked('Look up order', {}, randomUUID(), randomUUID());
    expect(await analyse(bound, { key: BOUND_KEY })).toEqual({ blockAction: false });
    expect(await analyse(bound)).toMatchObject({ blockAction: true, reasonCode: 3 });
  });

  it('goes on where the rules do not ask about it', async () => {
    expect(await analyse(asked('clock'))).toEqual({ blockAction: false });
  });

  it('leaves nothing behind of what was said, thought and given', async () => {
    const entries = await readAuditEntries(service.database, ACME);
    const events = await readRows(service.database, 'SELECT * FROM svc.events');
    expect(Math.min(entries.length, events.length)).toBeGreaterThan(0);
    expect(JSON.stringify([entries, events]) + service.logged()).not.toContain(SAID);
  });
});

describe('is blocked with status 200', () => {
  it.each<[string, unknown, Asking]>([
    ['an unknown tool', asked('unheard_of'), {}],
    ['a call without a key', asked('clock'), { key: null }],
    ['a call of another version', asked('clock'), { version: '2026-01-01' }],
    ['broken JSON', null, { raw: '{' }],
    ['an empty body', null, {}],
    ['a list', [], {}],
    ['a call without a tool', { ...asked('clock'), toolDefinition: {} }, {}],
    ['a tool with too long a name', asked('a'.repeat(201)), {}],
    ['inputs that are none', { ...asked('clock'), inputValues: 'x' }, {}],
    ['more than a megabyte', asked('clock', { note: 'a'.repeat(1_048_576) }), {}],
  ])('%s', async (_what, body, asking) => {
    expect(await analyse(body, asking)).toMatchObject({ blockAction: true, reasonCode: 3, reason: expect.any(String) });
  });

  it('a call that svc cannot decide in time, which is not redeemed later', async () => {
    const client = new pg.Client({ connectionString: service.database.connectionString });
    await client.connect();
    await client.query(SEE_EVERY_ORGANIZATION);
    await client.query('BEGIN');
    const organizationId = await organizationIdOf(service.database, ACME);
    await client.query('SELECT 1 FROM svc.organization_heads WHERE organization_id = $1 FOR UPDATE', [organizationId]);
    const patient = call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    const late = asked('Look up order', { number: 8 });
    const answer = await Promise.race([analyse(late), patient.then(({ status }) => status)]);
    expect(answer).toMatchObject({ blockAction: true, reasonCode: 3 });
    await client.query('ROLLBACK');
    await client.end();
    expect((await patient).status).toBe(200);
    const { conversationId } = late.conversationMetadata;
    const lateEvent = async () =>
      (await owner.call<EventList>('/events?limit=2')).body.items.find(({ door }) => door === 'COPILOT_STUDIO');
    await expect.poll(async () => (await lateEvent())?.context?.session).toBe(conversationId);
    expect(await lateEvent()).toMatchObject({ finalDecision: 'ALLOW', redemption: { status: 'OPEN' } });
  });
});
