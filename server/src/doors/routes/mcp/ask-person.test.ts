// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an assistant puts a review to its own person only where everybody lets it, below the risk CRITICAL. The
 * answer holds for that call, once, and everything is checked again with it.
 */
import type { Decision, PolicyListResponse } from '@svc/contract';
import { MCP_ERROR_META } from '@svc/contract/mcp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Assistant, callTool, connectAssistant, type Person, sendToMcp } from '#harness/mcp';
import { connectApp } from '#harness/oauth';
import { call, IDS, LIVE_KEY, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const POLICIES = `
      - { name: Review customer exports, action: EXPORT, resource: CUSTOMER_PII, decision: REVIEW,
          approverRoles: [ADMIN] }`;
const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'INTERNAL' };
const MAY_ASK = { mayAsk: true };
const CRITICAL = { ...REVIEWED, destination: 'EXTERNAL_API', recordsAffected: 1_000_000 };

/** Two processes on one database. */
let service: TestService;
let other: TestService;
let owner: Browser;
let admin: Browser;
let key: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: POLICIES }) });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  ({ access_token: key } = await connectApp(service.baseUrl, admin, MAY_ASK));
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});
beforeEach(() => turn('on'));

async function turn(to: 'on' | 'off'): Promise<void> {
  const { status } = await owner.call('/organization', {
    method: 'PATCH',
    body: { assistantApprovals: to === 'on' },
  });
  expect(status).toBe(200);
}

const asked: Parameters<Person>[0][] = [];
const answering =
  (content: Record<string, string | number>): Person =>
  async (form) => {
    asked.push(form);
    return { action: 'accept', content };
  };
const approving = answering({ answer: 'approve', note: 'Seen in the chat.' });

async function decideWith(person: Person | undefined, body: object = REVIEWED, token = key) {
  asked.length = 0;
  const assistant: Assistant = await connectAssistant(service.baseUrl, { key: token, ...(person && { person }) });
  try {
    const answer = await callTool(assistant, 'decide_action', body as Record<string, unknown>);
    return { ...answer, decision: answer.structured as unknown as Decision };
  } finally {
    await assistant.close();
  }
}

const lastReview = async () => {
  const [row] = await readRows(
    service.database,
    `SELECT r.status, r.note, r.channel, r.decided_role FROM svc.reviews r JOIN svc.events e ON e.id = r.event_id
     ORDER BY e.created_at DESC, e.id DESC LIMIT 1`,
  );
  return row;
};
const countEvents = async () => (await readRows(service.database, 'SELECT id FROM svc.events')).length;

describe('a person who may', () => {
  it('approves in the answer to the call, by name and way, and the call recorded one event', async () => {
    const before = await countEvents();
    const { decision, text } = await decideWith(approving);
    expect(decision).toMatchObject({ decision: 'REVIEW', finalDecision: 'ALLOW', review: { status: 'APPROVED' } });
    expect(text).toMatch(/^ALLOW: you may run exactly this action, once/m);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toMatch(
      /^billing-bot wants to export customer data from customers[\s\S]*Risk \d+ of 100/,
    );
    expect(asked[0]?.message).toMatch(/Policy: Review customer exports\.[\s\S]*cannot be undone/);
    expect(asked[0]?.requestedSchema).toMatchObject({ required: ['answer'], properties: { answer: {}, note: {} } });
    expect(await countEvents()).toBe(before + 1);
    expect(await lastReview()).toEqual({
      status: 'APPROVED',
      note: 'Seen in the chat.',
      channel: 'mcp',
      decided_role: 'ADMIN',
    });
    const [entry] = await readRows(
      service.database,
      `SELECT kind, actor_type, metadata ->> 'channel' AS channel FROM svc.audit_entries
       WHERE kind = 'review.approved' ORDER BY seq DESC LIMIT 1`,
    );
    expect(entry).toEqual({ kind: 'review.approved', actor_type: 'user', channel: 'mcp' });
  });

  it('is asked in their language', async () => {
    await admin.call('/me', { method: 'PATCH', body: { language: 'pt-BR' } });
    await decideWith(answering({ answer: 'deny' }));
    expect(asked[0]?.message).toMatch(/quer exportar[\s\S]*Risco \d+ de 100[\s\S]*Não dá para desfazer/);
    await admin.call('/me', { method: 'PATCH', body: { language: 'en' } });
  });

  it('denies, and the action stays blocked', async () => {
    const { decision } = await decideWith(answering({ answer: 'deny', note: ' ' }));
    expect(decision).toMatchObject({ finalDecision: 'BLOCK', review: { status: 'DENIED', note: null } });
  });

  it.each(['decline', 'cancel'] as const)('answers nothing (%s): the review waits in the app', async (action) => {
    const { decision } = await decideWith(async () => ({ action }));
    expect(decision).toMatchObject({ finalDecision: 'REVIEW', review: { status: 'PENDING' } });
  });

  it.each([
    ['another word', { answer: 'yes' }],
    ['a note too long', { answer: 'approve', note: 'x'.repeat(2_001) }],
    ['a note of another type', { answer: 'approve', note: 7 }],
    ['an unknown field', { answer: 'approve', also: 'this' }],
  ])('gives %s: an error, and nothing is resolved', async (_what, content) => {
    const answer = await decideWith(answering(content));
    expect(answer).toMatchObject({ isError: true, meta: { [MCP_ERROR_META]: { error: 'validation_error' } } });
    expect(await lastReview()).toMatchObject({ status: 'PENDING' });
  });
});

describe('nobody is asked', () => {
  const waits = async (answer: ReturnType<typeof decideWith>) => {
    expect((await answer).decision).toMatchObject({ finalDecision: 'REVIEW', review: { status: 'PENDING' } });
    expect(asked).toEqual([]);
  };

  it('where the organization has not turned it on', async () => {
    await turn('off');
    await waits(decideWith(approving));
  });

  it('at the risk CRITICAL', async () => {
    const answer = decideWith(approving, CRITICAL);
    expect((await answer).decision.riskLevel).toBe('CRITICAL');
    await waits(answer);
  });

  it.each([{ count: 2 }, { notAsker: true }, { signed: true }])(
    'where one press is not enough: %j',
    async (approvals) => {
      const stored = (await call<PolicyListResponse>(service.baseUrl, '/v1/policies')).body.policies;
      const apply = async (policies: object[]) =>
        expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies } })).status).toBe(200);
      await apply(stored.filter(({ decision }) => decision === 'REVIEW').map((policy) => ({ ...policy, approvals })));
      const answer = decideWith(approving);
      await waits(answer);
      const { id } = (await answer).decision;
      // The person of the connected app is the one who asked, and has signed nothing.
      expect((await admin.call(`/reviews/${id}/approve`, { body: {} })).status).toBe(403);
      expect((await admin.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(200);
      await apply(stored);
    },
  );

  it('for an API key', () => waits(decideWith(approving, REVIEWED, LIVE_KEY)));

  it('whose role may not resolve the review', async () => {
    const member = await signIn(service.baseUrl, PEOPLE.member);
    const { access_token: token } = await connectApp(service.baseUrl, member, MAY_ASK);
    await waits(decideWith(approving, REVIEWED, token));
  });

  it('whose connection was not allowed to', async () => {
    const { access_token: token } = await connectApp(service.baseUrl, admin);
    await waits(decideWith(approving, REVIEWED, token));
  });

  it('by a client that shows no forms, or of the older revisions', async () => {
    await waits(decideWith(undefined));
    const assistant = await connectAssistant(service.baseUrl, { key, era: 'legacy', person: approving });
    const { structured } = await callTool(assistant, 'decide_action', REVIEWED);
    expect(structured).toMatchObject({ finalDecision: 'REVIEW' });
    expect(asked).toEqual([]);
    await assistant.close();
  });

  it('again by a repeated call', async () => {
    const once = { ...REVIEWED, idempotencyKey: 'asked-once' };
    await decideWith(async () => ({ action: 'decline' }), once);
    await waits(decideWith(approving, once));
  });
});

describe('a change between the question and the answer counts', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>, string]>([
    ['the setting is off', () => turn('off'), () => turn('on'), 'forbidden'],
    [
      'the agent is paused',
      () => owner.call(`/agents/${IDS.billingBot}/pause`, { body: { reason: 'stop' } }),
      () => owner.call(`/agents/${IDS.billingBot}/resume`, { method: 'POST' }),
      'conflict',
    ],
  ])('%s', async (_what, change, back, error) => {
    const answer = await decideWith(async (form) => {
      await change();
      return await approving(form);
    });
    await back();
    expect(answer).toMatchObject({ isError: true, meta: { [MCP_ERROR_META]: { error } } });
    expect(await lastReview()).toMatchObject({ status: 'PENDING' });
  });

  it('another person resolved it in the app: their answer stands', async () => {
    const { decision } = await decideWith(async (form) => {
      const [row] = await readRows<{ event_id: string }>(
        service.database,
        `SELECT event_id FROM svc.reviews WHERE status = 'PENDING' ORDER BY created_at DESC LIMIT 1`,
      );
      expect((await admin.call(`/reviews/${row?.event_id}/deny`, { body: {} })).status).toBe(200);
      return await approving(form);
    });
    expect(decision).toMatchObject({ finalDecision: 'BLOCK', review: { status: 'DENIED' } });
  });

  it('the connection has ended: 401', async () => {
    const { access_token: token } = await connectApp(service.baseUrl, admin, MAY_ASK);
    const answer = decideWith(
      async (form) => {
        const { body } = await admin.call<{ items: { id: string; createdAt: string }[] }>('/connected-apps');
        const latest = body.items.sort((one, two) => (one.createdAt < two.createdAt ? 1 : -1))[0];
        expect((await admin.call(`/connected-apps/${latest?.id}`, { method: 'DELETE' })).status).toBe(204);
        return await approving(form);
      },
      REVIEWED,
      token,
    );
    await expect(answer).rejects.toThrow();
    expect(await lastReview()).toMatchObject({ status: 'PENDING' });
  });
});

describe('a state', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  };
  const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'decide_action' };
  const ACCEPTED = { review: { action: 'accept', content: { answer: 'approve' } } };

  interface Answer {
    result?: { resultType?: string; requestState?: string; structuredContent?: Decision };
    error?: { code: number; message: string };
  }
  async function send(args: object, more: object = {}, { token = key, at = service } = {}): Promise<Answer> {
    const params = { name: 'decide_action', arguments: args, _meta: META, ...more };
    const headers = { authorization: `Bearer ${token}`, ...HEADERS };
    const { text } = await sendToMcp(at.baseUrl, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    return JSON.parse(text) as Answer;
  }
  async function question(args: object = REVIEWED): Promise<string> {
    const { result } = await send(args);
    expect(result?.resultType).toBe('input_required');
    return result?.requestState ?? '';
  }

  it('is answered on another process, in another order of members, and once', async () => {
    const requestState = await question();
    const before = await countEvents();
    const turned = Object.fromEntries(Object.entries(REVIEWED).reverse());
    const more = { requestState, inputResponses: ACCEPTED };
    const answers = await Promise.all([send(turned, more, { at: other }), send(REVIEWED, more), send(turned, more)]);
    for (const { result } of answers) expect(result?.structuredContent?.finalDecision).toBe('ALLOW');
    expect(await countEvents()).toBe(before);
    const { id } = answers[0]?.result?.structuredContent ?? {};
    const kinds = await readRows(
      service.database,
      `SELECT kind FROM svc.audit_entries WHERE subject_id = '${id}' AND kind LIKE 'review.%'`,
    );
    expect(kinds).toEqual([{ kind: 'review.approved' }]);
  });

  it.each<[string, (requestState: string) => Promise<Answer>]>([
    ['other arguments', (requestState) => send({ ...REVIEWED, recordsAffected: 9 }, reply(requestState))],
    [
      'another connection',
      async (requestState) => {
        const { access_token: token } = await connectApp(service.baseUrl, owner, MAY_ASK);
        return await send(REVIEWED, reply(requestState), { token });
      },
    ],
    ['an API key', (requestState) => send(REVIEWED, reply(requestState), { token: LIVE_KEY })],
    ['one changed character', (requestState) => send(REVIEWED, reply(changed(requestState)))],
    ['another text', () => send(REVIEWED, reply('v1.e30.AAAA'))],
    ['no text', () => send(REVIEWED, reply('x'.repeat(5_000)))],
  ])('of %s is refused, and decides nothing', async (_what, sending) => {
    const requestState = await question();
    const before = await countEvents();
    expect((await sending(requestState)).error).toMatchObject({ code: -32_602 });
    expect(await countEvents()).toBe(before);
    expect(await lastReview()).toMatchObject({ status: 'PENDING' });
  });

  const reply = (requestState: string) => ({ requestState, inputResponses: ACCEPTED });
  const changed = (text: string) => {
    const place = Math.floor(text.length / 2);
    return text.slice(0, place) + (text[place] === 'A' ? 'B' : 'A') + text.slice(place + 1);
  };
});
