// SPDX-License-Identifier: Apache-2.0
/** Assistants are told the bounds that a refused caller is told: by the hosted server, and by that of `svc mcp`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Assistant, callTool, connectAssistant, connectLocally } from '#harness/mcp';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Block large writes, action: WRITE, decision: BLOCK, condition: { minRecords: 100 } }`;
const ALTERNATIVES = [{ recordsAffected: { from: 0, to: 99 } }];
const SUBJECT = { agent: 'billing-bot', resource: 'orders', recordsAffected: 5_000 };

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { status } = await owner.call('/organization', { method: 'PATCH', body: { alternatives: true } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

describe.each([
  ['the hosted server', () => connectAssistant(service.baseUrl)],
  ['svc mcp', () => connectLocally({ SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: service.baseUrl })],
] as const)('%s', (_name, connect) => {
  let assistant: Assistant;
  beforeAll(async () => {
    assistant = await connect();
  });
  afterAll(() => assistant.close());

  it('passes them on when it decides, when it reads, and for tool calls', async () => {
    const decided = await callTool(assistant, 'decide_action', { ...SUBJECT, action: 'WRITE_DATA' });
    expect(decided.structured).toMatchObject({ finalDecision: 'BLOCK', alternatives: ALTERNATIVES });
    expect(decided.text).toContain('"alternatives":[{"recordsAffected":{"from":0,"to":99}}]');
    const read = await callTool(assistant, 'get_decision', { id: decided.structured.id });
    expect(read.structured).toMatchObject({ alternatives: ALTERNATIVES });
    const called = await callTool(assistant, 'check_mcp_tool_call', {
      ...SUBJECT,
      tool: 'updateOrders',
      arguments: {},
    });
    expect(called.structured).toMatchObject({ alternatives: ALTERNATIVES });
  });
});
