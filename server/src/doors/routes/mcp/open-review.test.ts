// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a client that opens addresses is sent to the page of the review. Its call goes on once a person has
 * decided. Its word that the page was opened permits nothing, and no state is of its making.
 */
import type { Decision, McpGatewayDecision } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendToMcp } from '#harness/mcp';
import { GLOBEX_KEY, LIVE_KEY, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Review customer exports, action: EXPORT, resource: CUSTOMER_PII, decision: REVIEW,
          approverRoles: [ADMIN] }`;
const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'INTERNAL' };
const CALL = { agent: 'billing-bot', resource: 'customers', tool: 'export_rows', arguments: { ids: [1, 2] } };

let service: TestService;
let other: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  other = await otherProcess(service);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

interface Answer {
  error?: { code: number };
  result?: {
    resultType?: string;
    requestState?: string;
    inputRequests?: { svc_review?: { params: { mode: string; url: string; message: string } } };
    structuredContent?: Decision & McpGatewayDecision;
    isError?: boolean;
  };
}

const OPENED = { svc_review: { action: 'accept' } };
interface Sent {
  state?: string | undefined;
  key?: string;
  at?: TestService;
  elicitation?: object;
  responses?: object;
}

async function send(
  name: string,
  args: object,
  { state, key = LIVE_KEY, at, elicitation = { url: {} }, responses = OPENED }: Sent = {},
) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation },
  };
  const more = state === undefined ? {} : { requestState: state, inputResponses: responses };
  const params = { name, arguments: args, _meta, ...more };
  const headers = {
    authorization: `Bearer ${key}`,
    ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return JSON.parse((await sendToMcp((at ?? service).baseUrl, message, headers)).text) as Answer;
}

const eventIn = ({ result }: Answer) =>
  new URL(result?.inputRequests?.svc_review?.params.url ?? '').searchParams.get('event') ?? '';
const resolve = (event: string, how: 'approve' | 'deny') =>
  admin.call(`/reviews/${event}/${how}`, { method: 'POST', body: {} });
const countEvents = async () => (await readRows(service.database, 'SELECT id FROM svc.events')).length;

describe.each([
  ['decide_action', REVIEWED],
  ['check_mcp_tool_call', CALL],
])('%s', (name, args) => {
  it('sends to the page, is held, and goes on with the decision of a person, as one event', async () => {
    const before = await countEvents();
    const first = await send(name, args);
    expect(first.result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { svc_review: { params: { mode: 'url', message: expect.stringContaining('approve') } } },
    });
    const waiting = send(name, args, { state: first.result?.requestState, at: other });
    await resolve(eventIn(first), 'approve');
    const { result } = await waiting;
    expect(result?.structuredContent).toMatchObject({ id: eventIn(first), finalDecision: 'ALLOW' });
    expect(await countEvents()).toBe(before + 1);
  });

  it('tells a denial', async () => {
    const first = await send(name, args);
    await resolve(eventIn(first), 'deny');
    const { result } = await send(name, args, { state: first.result?.requestState });
    expect(result?.structuredContent?.finalDecision).toBe('BLOCK');
  });

  it('is refused with the state of other arguments, of another key, and one of its own making', async () => {
    const { result } = await send(name, args);
    const state = result?.requestState;
    const refused = await Promise.all([
      send(name, { ...args, recordsAffected: 9 }, { state }),
      send(name, args, { state, key: GLOBEX_KEY }),
      send(name, args, { state: 'made-up' }),
      send(name, args, { state: 'x'.repeat(2_000) }),
    ]);
    for (const { error, result: answered } of refused) {
      expect(error?.code ?? (answered?.isError === true ? -1 : 0)).toBeLessThan(0);
      expect(answered?.structuredContent?.finalDecision).not.toBe('ALLOW');
    }
  });

  it('is answered at once to a person who closes the page, and is not asked again', async () => {
    const { result } = await send(name, args);
    for (const action of ['decline', 'cancel']) {
      const closed = await send(name, args, { state: result?.requestState, responses: { svc_review: { action } } });
      expect(closed.result?.structuredContent).toMatchObject({ review: { status: 'PENDING' } });
    }
  });

  it('goes on for a key that may decide alone', async () => {
    const { body } = await admin.call<{ secret: string }>('/api-keys', {
      body: { name: `decides-${name}`, kind: 'LIVE', permissions: ['decide'] },
    });
    const first = await send(name, args, { key: body.secret });
    await resolve(eventIn(first), 'approve');
    const { result } = await send(name, args, { state: first.result?.requestState, key: body.secret });
    expect(result?.structuredContent?.finalDecision).toBe('ALLOW');
  });

  it('answers the decision to a client that opens nothing', async () => {
    const { result } = await send(name, args, { elicitation: { form: {} } });
    expect(result?.structuredContent).toMatchObject({ finalDecision: 'REVIEW', review: { status: 'PENDING' } });
  });
});

it('answers a tool call with what the gateway adds to a decision', async () => {
  const first = await send('check_mcp_tool_call', CALL);
  await resolve(eventIn(first), 'approve');
  const { result } = await send('check_mcp_tool_call', CALL, { state: first.result?.requestState });
  expect(result?.structuredContent?.gateway).toEqual({
    protocol: 'MCP',
    routeId: null,
    tool: 'export_rows',
    mappedAction: 'EXPORT_DATA',
    allowed: true,
  });
});
