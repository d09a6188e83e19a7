// SPDX-License-Identifier: Apache-2.0
/** Guarantee: nothing sensitive and no call of a tool passes a gateway of models unless svc lets it, whatever fails. */
import { randomUUID } from 'node:crypto';
import type { EventItem, EventList, ScanResponse } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const CPF = 'Cliente 529.982.247-25, obrigado';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const rules = [
    { tools: 'read', action: 'READ_DATA', resource: 'orders' },
    { tools: 'export', action: 'EXPORT_DATA', resource: 'customers' },
    { tools: 'wipe', action: 'DELETE_DATA', resource: 'customers' },
  ];
  await owner.call('/tool-rules', { body: { name: 'All', rules } });
  const policies = [
    { name: 'Exports', action: 'EXPORT', decision: 'REVIEW', approverRoles: ['OWNER'] },
    { name: 'Deletions', action: 'DELETE', decision: 'BLOCK' },
  ];
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

interface Answer {
  action: unknown;
  blocked_reason?: string;
  texts?: string[];
}

async function post(path: string, body: unknown, { key = LIVE_KEY as string | null, raw = '' } = {}): Promise<Answer> {
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    body: raw === '' ? JSON.stringify(body) : raw,
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}
const litellm = (body: object, over: { key?: string | null; raw?: string } = {}) => {
  const params = { agent: 'billing-bot' };
  const sent = { input_type: 'request', litellm_call_id: randomUUID(), additional_provider_specific_params: params };
  return post('/beta/litellm_basic_guardrail_api', { ...sent, ...body }, over);
};
const lastEvent = async (): Promise<EventItem | undefined> =>
  (await owner.call<EventList>('/events?limit=1')).body.items[0];

describe('the scan of a text', () => {
  const scan = (content: unknown, key = LIVE_KEY) =>
    call<ScanResponse>(service.baseUrl, '/v1/scan', { body: { content }, key });

  it('tells what is found, where, and the text without it, and records nothing', async () => {
    const before = await readRows(service.database, 'SELECT count(*) FROM svc.audit_entries');
    const { body } = await scan(CPF);
    expect(body).toEqual({
      types: ['CPF'],
      findings: [{ type: 'CPF', start: 8, end: 22 }],
      masked: 'Cliente [CPF], obrigado',
    });
    expect((await scan('nothing', TEST_KEY)).body).toEqual({ types: [], findings: [], masked: 'nothing' });
    expect(await readRows(service.database, 'SELECT count(*) FROM svc.audit_entries')).toEqual(before);
  });

  it('masks all or nothing', async () => {
    const many = Array.from({ length: 1_100 }, (_, index) => `a${index}@example.com`).join('\n');
    expect((await scan(many)).body.masked).toBeNull();
  });

  it('refuses what is no text', async () => {
    expect((await scan(7)).status).toBe(400);
    expect((await scan('a'.repeat(200_001))).status).toBe(400);
  });
});

describe('LiteLLM', () => {
  it('passes clean texts, and blocks or masks sensitive ones', async () => {
    expect(await litellm({ texts: ['hello'] })).toEqual({ action: 'NONE' });
    expect(await litellm({ texts: ['hello', CPF] })).toMatchObject({
      action: 'BLOCKED',
      blocked_reason: expect.stringContaining('CPF'),
    });
    const masking = { additional_provider_specific_params: { agent: 'billing-bot', on_findings: 'mask' } };
    expect(await litellm({ texts: ['hello', CPF], ...masking })).toEqual({
      action: 'GUARDRAIL_INTERVENED',
      texts: ['hello', 'Cliente [CPF], obrigado'],
    });
  });

  const toolCall = (name: string, id = randomUUID()) => ({
    input_type: 'response',
    texts: [],
    tool_calls: [{ id, type: 'function', function: { name, arguments: '{"a":1}' } }],
  });

  it('decides the calls of a response, before an agent sees them', async () => {
    expect(await litellm(toolCall('read'))).toEqual({ action: 'NONE' });
    expect(await lastEvent()).toMatchObject({ door: 'LITELLM', redemption: { status: 'REDEEMED' } });
    expect(await litellm(toolCall('wipe'))).toMatchObject({ action: 'BLOCKED' });
    expect(await litellm(toolCall('unheard_of'))).toMatchObject({
      action: 'BLOCKED',
      blocked_reason: expect.stringContaining('unheard_of'),
    });
  });

  it('blocks for a review with its event, and passes the very same call once it is approved', async () => {
    const asked = { ...toolCall('export'), litellm_trace_id: 'trace-1' };
    expect(await litellm(asked)).toMatchObject({
      action: 'BLOCKED',
      blocked_reason: expect.stringContaining('REVIEW'),
    });
    await owner.call(`/reviews/${(await lastEvent())?.id}/approve`, { method: 'POST', body: {} });
    expect(await litellm({ ...toolCall('export'), litellm_trace_id: 'trace-1' })).toEqual({ action: 'NONE' });
    expect(await litellm({ ...toolCall('export'), litellm_trace_id: 'trace-1' })).toMatchObject({ action: 'BLOCKED' });
  });

  it('spends no approval on an answer whose texts are refused', async () => {
    const asked = { ...toolCall('export'), litellm_trace_id: 'trace-2' };
    await litellm(asked);
    const event = await lastEvent();
    await owner.call(`/reviews/${event?.id}/approve`, { method: 'POST', body: {} });
    expect(await litellm({ ...asked, texts: [CPF] })).toMatchObject({ action: 'BLOCKED' });
    expect(await litellm(asked)).toEqual({ action: 'NONE' });
  });

  it.each([
    ['a tool without a name', toolCall('')],
    ['a tool with too long a name', toolCall('a'.repeat(201))],
    ['a name of two lines', toolCall('read\nall')],
    ['calls that are no list', { ...toolCall('read'), tool_calls: { 0: {} } }],
    ['a call of no known direction', { ...toolCall('wipe'), input_type: undefined }],
  ])('blocks %s, also where every tool has a rule', async (_what, body) => {
    const all = { name: 'Zz', rules: [{ tools: '*', action: 'READ_DATA', resource: 'orders' }] };
    const { body: made } = await owner.call<{ id: string }>('/tool-rules', { body: all });
    expect(await litellm(body)).toMatchObject({ action: 'BLOCKED' });
    await owner.call(`/tool-rules/${made.id}`, { method: 'DELETE' });
  });

  it.each([
    ['no key', {}, { key: null }],
    ['no JSON', {}, { raw: '{' }],
    ['a list', {}, { raw: '[]' }],
    ['texts that are none', { texts: [7] }, {}],
    ['a text that is too long', { texts: ['a'.repeat(200_001)] }, {}],
    ['too many texts', { texts: Array.from({ length: 300 }, () => 'a') }, {}],
    ['more than a megabyte', { texts: Array.from({ length: 100 }, () => 'a'.repeat(20_000)) }, {}],
  ])('blocks %s', async (_what, body, over) => {
    const answer = await litellm(body, over);
    expect([answer.action, answer.blocked_reason]).toEqual(['BLOCKED', expect.any(String)]);
  });
});

describe('agentgateway', () => {
  const ask = (content: unknown, query = '') =>
    post(`/agentgateway/request${query}`, { body: { messages: [{ role: 'user', content }] } });

  it('passes, rejects with a number as its status, and masks', async () => {
    expect((await ask('hello')).action).toEqual({ reason: expect.any(String) });
    expect((await ask(CPF)).action).toMatchObject({ body: expect.stringContaining('CPF'), status_code: 403 });
    expect((await ask(CPF, '?onFindings=mask')).action).toMatchObject({
      body: { messages: [{ role: 'user', content: 'Cliente [CPF], obrigado' }] },
    });
    const parts = [{ type: 'text', text: CPF }];
    expect((await ask(parts)).action).toMatchObject({ status_code: 403 });
    expect((await ask(parts, '?onFindings=mask')).action).toMatchObject({
      body: { messages: [{ content: [{ type: 'text', text: 'Cliente [CPF], obrigado' }] }] },
    });
    expect((await ask([{ cpf: 52_998_224_725 }], '?onFindings=mask')).action).toMatchObject({ status_code: 403 });
  });

  it('reads the choices of a response', async () => {
    const choices = [{ index: 0, message: { role: 'assistant', content: CPF } }];
    const answer = await post('/agentgateway/response?onFindings=mask', { body: { choices } });
    expect(answer.action).toMatchObject({ body: { choices: [{ message: { content: 'Cliente [CPF], obrigado' } }] } });
  });

  it.each([[{}], [{ body: 'x' }], [{ body: { messages: 'x' } }], [[]]])('rejects %j', async (body) => {
    expect((await post('/agentgateway/request', body)).action).toMatchObject({ status_code: 403 });
  });
});
