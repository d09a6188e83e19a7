// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a hook lets a call run only after an ALLOW that was redeemed for it, and denies all else in its shape. */
import { randomUUID } from 'node:crypto';
import type { EventItem, EventList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, BOUND_KEY, call, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const RULES = [
  { tools: 'Bash', action: 'WRITE_DATA', resource: 'orders' },
  { tools: 'run_shell_command', action: 'WRITE_DATA', resource: 'orders' },
  { tools: 'mcp__crm__export', action: 'EXPORT_DATA', resource: 'customers', records: '/ids' },
  { tools: 'mcp__crm__wipe', action: 'DELETE_DATA', resource: 'customers' },
  { tools: 'Read', decide: false },
];

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const made = await owner.call('/tool-rules', { body: { name: 'Tools', rules: RULES } });
  expect(made.status).toBe(201);
});
afterAll(() => service.stop());

/** The policies of Acme ask for a person at exports of customers, and block their deletion. */
beforeEach(async () => {
  const policies = [
    { name: 'Exports', action: 'EXPORT', decision: 'REVIEW', approverRoles: ['OWNER'] },
    { name: 'Deletions', action: 'DELETE', decision: 'BLOCK' },
    { name: 'All else', action: 'ANY', decision: 'ALLOW' },
  ];
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
});

interface Hooked {
  harness?: string;
  query?: string;
  key?: string | null;
  raw?: string;
  /** Remembered from the call's own hook. */
  event?: string | null;
}

async function hook(
  body: object,
  { harness = 'claude-code', query = '', key = LIVE_KEY, raw, event = null }: Hooked = {},
) {
  const address = `${service.baseUrl}/hooks/${harness}?agent=billing-bot&waitMs=0${query}`;
  const response = await fetch(key === BOUND_KEY ? address.replace('agent=billing-bot&', '') : address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== null && { 'x-api-key': key }),
      ...(event !== null && { 'x-svc-event': event }),
    },
    body: raw ?? JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-svc-version')).toMatch(/^\d/);
  const answer = (await response.json()) as Answer;
  return { answer, event: response.headers.get('x-svc-event'), review: response.headers.get('x-svc-review') };
}

interface Answer {
  hookSpecificOutput?: { permissionDecision: string; permissionDecisionReason: string };
  permissionDecision?: string;
  permission?: string;
  decision?: string;
  run?: boolean;
  reason?: string;
}

const claude = (tool_name: string, tool_input: object, over: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: randomUUID(),
  tool_use_id: `toolu_${randomUUID()}`,
  ...{ tool_name, tool_input },
  ...over,
});
const denial = ({ answer }: { answer: Answer }) => {
  expect(answer.hookSpecificOutput?.permissionDecision).toBe('deny');
  return answer.hookSpecificOutput?.permissionDecisionReason ?? '';
};
const approve = (event: string | null) => owner.call(`/reviews/${event}/approve`, { method: 'POST', body: {} });
const events = async () => (await owner.call<EventList>('/events?limit=5')).body.items;
const read = async (id: string | null) =>
  (await owner.call<{ event: EventItem }>(`/events/${id}`)).body.event as EventItem;

describe('a call of Claude Code', () => {
  it('runs after an ALLOW, which is redeemed, and its end is reported', async () => {
    const asked = claude('Bash', { command: 'npm test\n# more' });
    const { answer, event } = await hook(asked);
    expect(answer).toEqual({});
    expect(await read(event)).toMatchObject({
      door: 'CLAUDE_CODE',
      action: 'WRITE_DATA',
      redemption: { status: 'REDEEMED' },
      context: { purpose: 'npm test', session: asked.session_id },
    });
    const ofEvent = (await readAuditEntries(service.database, ACME)).find(({ subject }) => subject.id === event);
    expect(ofEvent).toMatchObject({ kind: 'decision.recorded', metadata: { redeemed: true } });
    await hook({ ...asked, hook_event_name: 'PostToolUse', tool_response: { stdout: 'ok' } });
    expect(await read(event)).toMatchObject({ outcome: { status: 'SUCCEEDED', source: 'REPORTED' } });
  });

  it('runs once for its id, and anew for another', async () => {
    const asked = claude('Bash', { command: 'ls' });
    const first = await hook(asked);
    expect(denial(await hook(asked))).toContain('ran, or may have run');
    const again = await hook({ ...asked, tool_use_id: 'toolu_2' });
    expect(again.answer).toEqual({});
    expect(again.event).not.toBe(first.event);
  });

  it('waits for a person, is found again, and runs once after the approval', async () => {
    const asked = claude('mcp__crm__export', { ids: [1, 2, 3] });
    const waits = await hook(asked);
    expect(denial(waits)).toMatch(/^REVIEW: .*\/app\/reviews\?event=/);
    expect(waits.review).toBe('PENDING');
    const retried = await hook({ ...asked, tool_use_id: 'toolu_retry' });
    expect([retried.event, retried.review]).toEqual([waits.event, 'PENDING']);
    await approve(waits.event);
    expect((await hook({ ...asked, tool_use_id: 'toolu_after' })).answer).toEqual({});
    expect(await read(waits.event)).toMatchObject({ recordsAffected: 3, redemption: { status: 'REDEEMED' } });
    const next = await hook({ ...asked, tool_use_id: 'toolu_next' });
    expect([next.review, next.event === waits.event]).toEqual(['PENDING', false]);
    const other = await hook(claude('mcp__crm__export', { ids: [1, 2, 4] }, { session_id: asked.session_id }));
    expect(other.event).not.toBe(waits.event);
  });

  it('is deferred where it asks for that, and resumed with its own id', async () => {
    const asked = claude('mcp__crm__export', { ids: [7] });
    const { answer, event } = await hook(asked, { query: '&onReview=defer' });
    expect(answer.hookSpecificOutput?.permissionDecision).toBe('defer');
    expect((await hook(asked, { query: '&onReview=defer' })).answer.hookSpecificOutput?.permissionDecision).toBe(
      'defer',
    );
    await approve(event);
    expect((await hook(asked, { query: '&onReview=defer' })).answer).toEqual({});
  });

  it('is answered while it waits, as soon as a person decides', async () => {
    const asked = claude('mcp__crm__export', { ids: [8] });
    const { event } = await hook(asked);
    const address = `${service.baseUrl}/hooks/claude-code?agent=billing-bot&waitMs=30000`;
    const held = fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': LIVE_KEY },
      body: JSON.stringify(asked),
    });
    await owner.call(`/reviews/${event}/deny`, { method: 'POST', body: {} });
    const answer = (await (await held).json()) as Answer;
    expect(denial({ answer })).toMatch(/^BLOCK/);
    expect(denial(await hook({ ...asked, tool_use_id: 'toolu_x' }))).toMatch(/^BLOCK/);
  });

  it('is blocked with the policy, and asked anew once the policy has changed', async () => {
    const asked = claude('mcp__crm__wipe', {});
    expect(denial(await hook(asked))).toMatch(/^BLOCK by the policy "Deletions" \(svc event [0-9a-f-]{36}\)/);
    const policies = [{ name: 'All else', action: 'ANY', decision: 'ALLOW' }];
    await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
    expect((await hook({ ...asked, tool_use_id: 'toolu_later' })).answer).toEqual({});
  });

  it('is not asked about where a rule spares its tool, and denied where no rule takes it', async () => {
    const [last] = await events();
    expect((await hook(claude('Read', { file_path: '/etc/passwd' }))).answer).toEqual({});
    expect(denial(await hook(claude('WebFetch', { url: 'https://example.test' })))).toContain('"WebFetch"');
    expect((await events())[0]?.id).toBe(last?.id);
  });
});

describe('each harness', () => {
  const ID = randomUUID();
  it.each([
    ['claude-code', claude('mcp__crm__wipe', {}), { hookSpecificOutput: { permissionDecision: 'deny' } }],
    ['codex', claude('mcp__crm__wipe', {}), { hookSpecificOutput: { permissionDecision: 'deny' } }],
    ['copilot', { sessionId: ID, toolName: 'mcp__crm__wipe', toolArgs: '{}' }, { permissionDecision: 'deny' }],
    ['copilot', claude('mcp__crm__wipe', {}), { hookSpecificOutput: { permissionDecision: 'deny' } }],
    [
      'cursor',
      { hook_event_name: 'preToolUse', conversation_id: ID, tool_name: 'mcp__crm__wipe', tool_input: {} },
      { permission: 'deny', agent_message: expect.stringContaining('BLOCK') },
    ],
    [
      'gemini',
      { hook_event_name: 'BeforeTool', session_id: ID, tool_name: 'mcp__crm__wipe', tool_input: {} },
      { decision: 'deny', reason: expect.stringContaining('BLOCK') },
    ],
    [
      'opencode',
      { event: 'tool.execute.before', tool: 'mcp__crm__wipe', args: {}, sessionID: ID, callID: 'c1' },
      { run: false, reason: expect.stringContaining('BLOCK') },
    ],
  ])('%s is denied in its own shape', async (harness, body, shape) => {
    const { answer, event } = await hook(body, { harness });
    expect(answer).toMatchObject(shape);
    expect((await read(event)).door).toBe(harness === 'claude-code' ? 'CLAUDE_CODE' : harness.toUpperCase());
  });

  it.each([
    ['copilot', { toolName: 'Bash', toolArgs: { command: 'ls' }, sessionId: ID }, {}],
    ['gemini', { hook_event_name: 'BeforeTool', session_id: ID, tool_name: 'Bash', tool_input: { command: 'w' } }, {}],
    [
      'cursor',
      { hook_event_name: 'beforeShellExecution', command: 'ls', conversation_id: ID },
      { permission: 'deny', user_message: expect.stringContaining('"Shell"') },
    ],
  ])('%s without an id of the call runs it, and reports its end', async (harness, body, expected) => {
    expect((await hook(body, { harness })).answer).toEqual(expect.objectContaining(expected));
  });

  it('a call without an id is asked about at each run', async () => {
    const body = { toolName: 'Bash', toolArgs: { command: 'date' }, sessionId: randomUUID() };
    const [first, second] = [await hook(body, { harness: 'copilot' }), await hook(body, { harness: 'copilot' })];
    expect([first.answer, second.answer]).toEqual([{}, {}]);
    expect(first.event).not.toBe(second.event);
    const toolResult = { resultType: 'failure', textResultForLlm: 'no' };
    await hook({ ...body, toolResult }, { harness: 'copilot', event: second.event });
    expect((await read(second.event)).outcome).toMatchObject({ status: 'FAILED' });
    expect((await read(first.event)).outcome).toBeNull();
  });
});

describe('a fault', () => {
  const every: [string, Hooked, object?][] = [
    ['an unknown key', { key: `key_live_${'x'.repeat(43)}` }],
    ['no key', { key: null }],
    ['JSON that is none', { raw: '{"hook_event_name":' }],
    ['an empty body', { raw: '' }],
    ['a list', { raw: '[]' }],
    ['more than a megabyte', { raw: JSON.stringify({ a: 'x'.repeat(1_100_000) }) }],
    ['a query that is none', { query: '&allow=true' }],
    ['an unknown agent', { query: '&agent=nobody' }],
  ];
  it.each(every)('of %s is a denial with status 200', async (_what, over) => {
    const reason = denial(await hook(claude('Bash', { command: 'ls' }), over));
    expect(reason).toContain('was not run');
    const { answer } = await hook({ toolName: 'Bash', toolArgs: {} }, { ...over, harness: 'copilot' });
    expect(answer.permissionDecision).toBe('deny');
    const gemini = { hook_event_name: 'BeforeTool', tool_name: 'Bash', tool_input: {} };
    expect((await hook(gemini, { ...over, harness: 'gemini' })).answer.decision).toBe('deny');
  });

  it.each([{ tool_name: 7 }, { tool_name: '' }, { tool_name: 'x'.repeat(201) }, { tool_name: 'a\nb' }])(
    'of the tool %j is one too',
    async (over) => {
      denial(await hook(claude('Bash', {}, over)));
    },
  );

  it('of an address without a harness is a denial in all shapes', async () => {
    const { answer } = await hook({}, { harness: 'cluade-code' });
    expect(answer).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
      permissionDecision: 'deny',
      permission: 'deny',
      decision: 'deny',
      run: false,
    });
  });

  it.each(['claude-code/', 'claude-code/x', '%63laude'])('of the address %s is a denial too', async (harness) => {
    expect(denial(await hook(claude('Bash', { command: 'ls' }), { harness }))).toContain('not run');
  });

  it('of another event is left alone', async () => {
    expect((await hook({ hook_event_name: 'SessionStart' })).answer).toEqual({});
  });

  it.each(['claude-code', 'codex', 'copilot', 'cursor', 'gemini', 'opencode', 'mcp'])(
    'of a call in words that are not those of %s is a denial',
    async (harness) => {
      const foreign = [
        {},
        { hook_event_name: 'BeforeEverything', tool_name: 'Bash', tool_input: {} },
        { hook_event_name: 'constructor', tool_name: 'Bash' },
        { hookEventName: 'PreToolUse', tool_name: 'Bash' },
        { event: 'tool.execute', toolName: 7, toolResult: null },
      ];
      for (const body of foreign) {
        const { answer } = await hook(body, { harness });
        const words = [
          answer.hookSpecificOutput?.permissionDecision,
          ...[answer.permissionDecision, answer.permission, answer.decision, answer.run],
        ];
        expect([body, words.includes('deny') || words.includes(false)]).toEqual([body, true]);
      }
    },
  );

  it('never runs a call of a bound key as another agent, and tells a sandbox apart', async () => {
    const bound = await hook(claude('Bash', { command: 'x' }), { key: BOUND_KEY });
    expect((await read(bound.event)).agent.name).toBe('billing-bot');
    const { event } = await hook(claude('Bash', { command: 'y' }), { key: TEST_KEY });
    const list = await owner.call<EventList>('/events?sandbox=true&door=CLAUDE_CODE');
    expect(list.body.items.map(({ id }) => id)).toContain(event);
  });

  it('keeps of the arguments what the approver reads alone: the first line of a command, an address without its query', async () => {
    const secret = `secret-${randomUUID()}`;
    const { event } = await hook(claude('Bash', { command: `ls\n${secret}`, env: { TOKEN: secret } }));
    expect((await read(event)).context?.purpose).toBe('ls');
    await hook(claude('Bash', { url: `https://example.com/a?b=${secret}`, body: secret }));
    const rows = await readRows(service.database, 'SELECT e::text AS row FROM svc.events e');
    const entries = await readAuditEntries(service.database, ACME);
    expect(JSON.stringify([rows, entries])).not.toContain(secret);
  });
});
