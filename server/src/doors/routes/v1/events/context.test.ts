// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the words of an agent about its act decide nothing, and are kept without keys, cards and health data. They
 * can be erased while the chain and the digest stay whole.
 */
import type { Decision, EventDetail, EventList } from '@svc/contract';
import { digestOfEntry } from '@svc/core/action-digest';
import { commitText } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { callMcp } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

const PLAIN = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', content: 'x' };
const CONTEXT = {
  purpose: 'Send the list to ana@example.com',
  destinationName: 'Ana Lima',
  session: 'run:2026-11.7',
  link: 'https://tickets.example.com/4711?x=1#a',
};

const post = (body: object) =>
  call<Decision & { fields?: Record<string, string> }>(service.baseUrl, '/v1/events', { body });
const decide = async (context?: object): Promise<Decision> => (await post({ ...PLAIN, context })).body;
let keys = 0;
const redeem = (id: string, context?: object) => {
  keys += 1;
  const headers = { 'idempotency-key': `said-${keys}` };
  return call<Decision & { error: string; fields?: Record<string, string> }>(
    service.baseUrl,
    `/v1/events/${id}/redeem`,
    { body: { ...PLAIN, context }, headers },
  );
};
const entryOf = async (id: string) => {
  const entry = (await readAuditEntries(service.database, ACME)).find(({ subject }) => subject.id === id);
  if (entry === undefined) throw new Error('a decision without its entry');
  return entry;
};
const erase = (by: Browser, id: string, body: object = {}) => by.call(`/events/${id}/erase-context`, { body });

it('is answered, listed, found by its session, and committed to in the chain', async () => {
  const decision = await decide(CONTEXT);
  expect(decision.context).toEqual(CONTEXT);
  const found = await member.call<EventList>(`/events?session=${encodeURIComponent(CONTEXT.session)}`);
  expect(found.body.items).toMatchObject([{ id: decision.id, context: CONTEXT }]);
  const entry = await entryOf(decision.id);
  const [row] = await readRows<{ context: Record<string, { salt: string; value: string; commitment: string }> }>(
    service.database,
    'SELECT context FROM svc.events WHERE id = $1',
    [decision.id],
  );
  const kept = Object.entries(row?.context ?? {});
  expect(kept.map(([field]) => field).sort()).toEqual(Object.keys(CONTEXT).sort());
  expect(new Set(kept.map(([, { salt }]) => salt)).size).toBe(4);
  const commitments = Object.fromEntries(kept.map(([field, { salt, value }]) => [field, commitText(salt, value)]));
  expect(entry.metadata.contextCommitments).toEqual(commitments);
  expect(digestOfEntry(entry)).toEqual({ recorded: decision.actionDigest, computed: decision.actionDigest });
  expect(JSON.stringify(entry)).not.toMatch(/Ana|tickets|run:/);
});

it('changes no decision', async () => {
  const { context, id: _id, actionDigest: _digest, redemption: _until, ...rest } = await decide(CONTEXT);
  const without = await decide();
  expect(context).not.toBeNull();
  expect({ ...without, ...rest }).toEqual(without);
});

it('is redeemed with it and without it, and not with another', async () => {
  const { id } = await decide(CONTEXT);
  const other = await redeem(id, { ...CONTEXT, destinationName: 'Ana Lia' });
  expect([other.status, other.body]).toMatchObject([
    409,
    { error: 'action_mismatch', fields: { 'context.destinationName': expect.any(String) } },
  ]);
  const less = await redeem(id, { purpose: CONTEXT.purpose });
  expect(less.status).toBe(409);
  expect((await redeem(id, CONTEXT)).status).toBe(200);
  const second = await decide(CONTEXT);
  expect((await redeem(second.id)).status).toBe(200);
  const said = await decide();
  expect((await redeem(said.id, CONTEXT)).body.fields).toMatchObject({ 'context.purpose': expect.any(String) });
});

describe('case 39', () => {
  const KEY = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;

  it('keys, cards and health data are replaced before anything is kept, at redemption too', async () => {
    const said = {
      purpose: `use ${KEY} for card 4111 1111 1111 1111 of the patient with HIV, mail ana@example.com`,
      destinationName: '-----BEGIN PRIVATE KEY----- MIIEvQIBADANBgkqhkiG9w0BAQEFAASC BKcwggSj abc',
    };
    const decision = await decide(said);
    expect(decision.context).toEqual({
      purpose: 'use [API_KEY] for card [CREDIT_CARD] of the patient with [HEALTH_DATA], mail ana@example.com',
      destinationName: '[PRIVATE_KEY]',
    });
    const rows = await readRows<{ text: string }>(service.database, 'SELECT e::text AS text FROM svc.events e');
    expect(rows.map(({ text }) => text).join()).not.toMatch(/ghp_16|4111 1111|BKcwggSj/);
    expect((await redeem(decision.id, said)).status).toBe(200);
  });

  it.each([
    { link: 'http://example.com/a' },
    { link: 'https://ana:secret@example.com/a' },
    { link: 'https://' },
    { link: 'https://a b' },
    { link: 'https://example.com/\u202egpj' },
    { link: 'https://exam\u0007ple.com/' },
    { link: 'javascript:alert(1)' },
    { purpose: 'a\nb' },
    { purpose: 'a\u0000b' },
    { purpose: 'a\u202eb' },
    { purpose: '' },
    { purpose: 'a'.repeat(501) },
    { destinationName: 'a'.repeat(201) },
    { session: 'a b' },
    { session: 'a'.repeat(129) },
    { ticket: '1' },
    'text',
    null,
  ])('%j is refused with its field', async (context) => {
    const { status, body } = await post({ ...PLAIN, context });
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})[0]).toMatch(/^(context|body)/);
  });

  it('texts are counted in code points, and what looks like markup is text', async () => {
    const purpose = '😀'.repeat(500);
    expect((await decide({ purpose })).context).toEqual({ purpose });
    const destinationName = '<img src=x onerror=alert(1)> **bold** &amp;';
    expect((await decide({ destinationName })).context).toEqual({ destinationName });
  });
});

describe('case 40', () => {
  it('erased by field and whole: the chain verifies, and the act is redeemed without it or with it', async () => {
    const { id, actionDigest } = await decide(CONTEXT);
    expect((await erase(member, id)).status).toBe(403);
    expect((await erase(owner, id, { fields: ['purpose', 'link'] })).status).toBe(204);
    const left = { destinationName: CONTEXT.destinationName, session: CONTEXT.session };
    expect((await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body.context).toEqual(left);
    expect((await erase(owner, id)).status).toBe(204);
    expect((await erase(owner, id)).status).toBe(409);
    expect((await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body.context).toBeNull();
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === id);
    expect(entries.slice(1).map(({ kind, metadata }) => [kind, metadata])).toEqual([
      ['event.context_erased', { fields: ['link', 'purpose'], role: 'OWNER' }],
      ['event.context_erased', { fields: ['destinationName', 'session'], role: 'OWNER' }],
    ]);
    expect(digestOfEntry(entries[0] as never)).toEqual({ recorded: actionDigest, computed: actionDigest });
    const detail = await owner.call<EventDetail>(`/events/${id}`);
    expect(detail.body.audit.map(({ kind }) => kind)).toEqual(entries.map(({ kind }) => kind));
    const [row] = await readRows(service.database, 'SELECT context::text FROM svc.events WHERE id = $1', [id]);
    expect(JSON.stringify(row)).not.toMatch(/salt|Ana|tickets/);
    expect((await redeem(id)).status).toBe(200);
    const other = await decide(CONTEXT);
    await erase(owner, other.id, {});
    expect((await redeem(other.id, CONTEXT)).status).toBe(200);
  });

  it('an event that is not there has nothing to erase, and a field that is none is refused', async () => {
    expect((await erase(owner, '018f0000-0000-7000-8000-00000000ffff')).status).toBe(404);
    const { id } = await decide(CONTEXT);
    expect((await erase(owner, id, { fields: ['agent'] })).status).toBe(400);
    expect((await erase(owner, id, { fields: [] })).status).toBe(400);
  });
});

it('is kept of MCP calls too, and nowhere where the organization keeps none', async () => {
  const called = await callMcp(service.baseUrl, {
    tool: 'get_order',
    agent: 'billing-bot',
    resource: 'orders',
    context: CONTEXT,
  });
  expect(called.body.context).toEqual(CONTEXT);
  const off = await owner.call('/organization', { method: 'PATCH', body: { contextKept: false } });
  expect(off.status).toBe(200);
  const decision = await decide(CONTEXT);
  expect(decision.context).toBeNull();
  expect((await entryOf(decision.id)).metadata.contextCommitments).toBeNull();
  const [row] = await readRows(service.database, 'SELECT context FROM svc.events WHERE id = $1', [decision.id]);
  expect(row).toEqual({ context: {} });
  expect((await redeem(decision.id, CONTEXT)).status).toBe(200);
  await owner.call('/organization', { method: 'PATCH', body: { contextKept: true } });
});

it('says whether there was a text to scan, and lists events by it', async () => {
  const { content: _content, ...without } = PLAIN;
  const scanned = await post(PLAIN);
  const empty = await post({ ...PLAIN, content: '' });
  const not = await post(without);
  expect([scanned, empty, not].map(({ body }) => body.contentScanned)).toEqual([true, true, false]);
  const list = async (query: string) =>
    (await member.call<EventList>(`/events?${query}`)).body.items.map(({ id }) => id);
  expect(await list('scanned=false')).toContain(not.body.id);
  expect(await list('scanned=false')).not.toContain(scanned.body.id);
  expect(await list('scanned=true')).toContain(empty.body.id);
  expect((await entryOf(not.body.id)).metadata.contentScanned).toBe(false);
});
