// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a client of the Agent Control Standard is answered `allow` for a redeemed ALLOW alone, and all is signed. */
import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import type { EventItem, EventList } from '@svc/contract';
import { canonicalJson, type JsonObject } from '@svc/core/canonical-json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, BOUND_KEY, call, LIVE_KEY, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let other: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const rules = [
    { tools: 'Bash', action: 'WRITE_DATA', resource: 'orders' },
    { tools: 'export', action: 'EXPORT_DATA', resource: 'customers', records: '/ids' },
    { tools: 'wipe', action: 'DELETE_DATA', resource: 'customers' },
    { tools: 'Read', decide: false },
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

interface Result {
  decision: string;
  request_id: string;
  chain_hash?: string;
  reasoning?: string;
  reason_codes?: string[];
  policy_references?: { policy_name: string }[];
  policy_data?: { event_id: string };
  payload?: Record<string, unknown>;
}
interface Answer {
  id: unknown;
  result?: Result;
  error?: { code: number; message: string };
}

const macOf = (secret: string, session: string, envelope: object) =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', session, 32)))
    .update(canonicalJson(envelope as JsonObject))
    .digest('base64');

interface Sending {
  key?: string | null;
  secret?: string;
  to?: TestService;
  /** Changes the request after it was signed. */
  tamper?: (request: Request) => unknown;
  isSigned?: boolean;
}
interface Request {
  jsonrpc: string;
  id: unknown;
  method: string;
  params: Record<string, unknown> & {
    metadata: { agent_id: string; session_id: string };
    payload: Record<string, unknown>;
  };
}

/** A request as the standard words it. */
function requestOf(method: string, payload: object, params: object = {}): Request {
  return {
    ...{ jsonrpc: '2.0', id: randomUUID(), method },
    params: {
      ...{ acs_version: '0.1.0', request_id: randomUUID(), timestamp: service.clock.now().toISOString() },
      metadata: { agent_id: 'billing-bot', session_id: randomUUID() },
      payload: { ...payload },
      ...params,
    },
  };
}

/** Sends it signed, and checks the signature of the answer, which binds it to the session. */
async function send(request: Request, sending: Sending = {}) {
  const { key = LIVE_KEY, secret = key ?? LIVE_KEY, tamper = (same) => same, isSigned = true } = sending;
  const { session_id: session } = request.params.metadata;
  const value = macOf(secret, session, request);
  const signature = { algorithm: 'HMAC-SHA256', value, key_id: 'default' };
  const { answer } = await post(tamper({ ...request, params: { ...request.params, signature } } as Request), {
    key,
    to: sending.to ?? service,
  });
  expect(answer.id).toBe(request.id);
  const member = answer.result === undefined ? 'error' : 'result';
  const { signature: signed, ...part } = (answer[member] ?? {}) as { signature?: { value: string } };
  expect(signed !== undefined).toBe(isSigned);
  if (isSigned) expect(signed?.value).toBe(macOf(secret, session, { ...answer, [member]: part }));
  return { ...answer, answered: answer.result as Result };
}

async function post(body: unknown, { key = LIVE_KEY as string | null, to = service } = {}) {
  const response = await fetch(`${to.baseUrl}/acs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { 'x-api-key': key }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return { answer: (await response.json()) as Answer };
}

const toolCall = (name: string, given: object = {}, session = randomUUID(), agent = 'billing-bot') =>
  requestOf(
    'steps/toolCallRequest',
    {
      tool: { name },
      arguments: Object.fromEntries(Object.entries(given).map(([argument, value]) => [argument, { value }])),
    },
    { metadata: { agent_id: agent, session_id: session } },
  );
const approve = (event = '') => owner.call(`/reviews/${event}/approve`, { method: 'POST', body: {} });
const read = async (id = '') => (await owner.call<{ event: EventItem }>(`/events/${id}`)).body.event;

describe('the handshake', () => {
  const hello = (payload: object = {}) =>
    requestOf('handshake/hello', { acs_versions_supported: ['0.1.0'], methods_implemented: [], ...payload });

  it('says that a client denies where it gets no decision', async () => {
    const { answered } = await send(hello({ profiles_supported: ['acs-core', 'acs-trace'] }));
    expect(answered).toMatchObject({ type: 'final', acs_version: '0.1.0', decision: 'allow' });
    expect(answered.payload).toEqual({
      negotiated_version: '0.1.0',
      methods_evaluated: ['steps/toolCallRequest'],
      selected_transport: 'http',
      signature_algorithms_supported: ['HMAC-SHA256'],
      timeout_config: { default_ms: 30_000 },
      on_decision_failure: 'deny',
      skew_window_ms: 300_000,
      policy_requires_provenance: false,
      profiles_accepted: ['acs-core'],
    });
  });

  it('refuses a client of another version, and one that tells none', async () => {
    expect((await send(hello({ acs_versions_supported: ['1.0.0'] }))).error?.code).toBe(-32_001);
    expect((await send(hello({ acs_versions_supported: '0.1.0' }))).error?.code).toBe(-32_602);
  });
});

it('answers a ping without a signature', async () => {
  const { answer } = await post(requestOf('system/ping', { echo: 'hey' }));
  expect(answer.result).toMatchObject({ decision: 'allow', payload: { status: 'ok', echo: 'hey' } });
  expect(answer.result).not.toHaveProperty('signature');
});

describe('a call of a tool', () => {
  it('is allowed by an ALLOW, which is redeemed for it', async () => {
    const asked = toolCall('Bash', { command: 'npm test' });
    const { answered } = await send(asked);
    expect(answered).toMatchObject({ decision: 'allow', request_id: asked.params.request_id });
    expect(answered.policy_references).toEqual([{ policy_id: expect.any(String), policy_name: 'All else' }]);
    expect(await read(answered.policy_data?.event_id)).toMatchObject({
      ...{ door: 'ACS', action: 'WRITE_DATA', redemption: { status: 'REDEEMED' } },
      context: { purpose: 'npm test', session: asked.params.metadata.session_id },
    });
  });

  it('is denied by a BLOCK, and where svc knows its tool or agent not', async () => {
    const { answered } = await send(toolCall('wipe'));
    expect(answered).toMatchObject({ decision: 'deny', reason_codes: ['policy_denied'] });
    expect(answered.reasoning).toContain(answered.policy_data?.event_id);
    for (const unknown of [toolCall('unheard_of'), toolCall('Bash', {}, randomUUID(), 'unheard-of')]) {
      const denied = await send(unknown);
      expect(denied.answered.decision).toBe('deny');
      expect(denied.answered.reasoning).toContain('unheard');
    }
  });

  it('is allowed where the rules do not ask about it', async () => {
    expect((await send(toolCall('Read'))).answered).toMatchObject({ decision: 'allow' });
  });

  it('is of the agent of its key, whatever the client calls itself', async () => {
    const { answered } = await send(toolCall('Bash', {}, randomUUID(), 'claude-code'), { key: BOUND_KEY });
    expect(answered.decision).toBe('allow');
  });

  const isHeld = () => expect.poll(() => service.app.waitingCalls(), { interval: 10 }).toBe(1);
  const lastEvent = async () => (await owner.call<EventList>('/events?limit=1')).body.items[0]?.id;

  it('waits for a person, and is answered as soon as one decides', async () => {
    const held = send(toolCall('export', { ids: [1, 2, 3] }));
    await isHeld();
    await approve(await lastEvent());
    const { answered } = await held;
    expect(answered.decision).toBe('allow');
    const event = await read(answered.policy_data?.event_id);
    expect(event).toMatchObject({ recordsAffected: 3, redemption: { status: 'REDEEMED' } });
  });

  it('is denied with its page while nobody answers, and allowed once after the approval', async () => {
    const session = randomUUID();
    const waited = async () => {
      const held = send(toolCall('export', { ids: [4] }, session));
      await isHeld();
      service.clock.move('25s');
      return (await held).answered;
    };
    const first = await waited();
    expect(first).toMatchObject({ decision: 'deny', reason_codes: ['approver_unavailable'] });
    expect(first.reasoning).toMatch(/\/app\/reviews\?event=/);
    const event = first.policy_data?.event_id;
    expect((await waited()).policy_data?.event_id).toBe(event);
    await approve(event);
    const allowed = (await send(toolCall('export', { ids: [4] }, session))).answered;
    expect(allowed).toMatchObject({ decision: 'allow', policy_data: { event_id: event } });
    const next = await waited();
    expect([next.decision, next.policy_data?.event_id === event]).toEqual(['deny', false]);
  });

  it('stores and logs no argument', async () => {
    const secret = `mark-${randomUUID()}`;
    await send(toolCall('wipe', { note: secret }));
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.length).toBeGreaterThan(0);
    const sessions = await readRows(service.database, 'SELECT * FROM svc.acs_sessions');
    expect(JSON.stringify([entries, sessions]) + service.logged()).not.toContain(secret);
  });
});

describe('the chain of a session', () => {
  it('goes on from step to step on all processes, also for steps at once', async () => {
    const session = randomUUID();
    const steps = Array.from({ length: 6 }, () =>
      requestOf('steps/userMessage', {}, { metadata: { agent_id: 'a', session_id: session } }),
    );
    const answers = await Promise.all(steps.map((step, at) => send(step, { to: at % 2 === 0 ? service : other })));
    const heads = new Map(answers.map(({ answered }, at) => [answered.chain_hash, entryOf(steps[at] as Request)]));
    expect(heads.size).toBe(6);
    let head = '';
    for (let left = heads.size; left > 0; left -= 1) {
      const next = [...heads].find(([hash, entry]) => hash === chained(entry, head))?.[0];
      expect(next).toBeDefined();
      head = next ?? '';
    }
  });

  const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
  const chained = (entry: string, before: string) =>
    sha(Buffer.concat([Buffer.from(entry), Buffer.from(before, 'hex')]));

  /** The entry of a step, from what its client knows. */
  function entryOf(step: Request): string {
    const { method, params } = step;
    const { request_id: id, timestamp } = params;
    const value = macOf(LIVE_KEY, params.metadata.session_id, step);
    const sent = { ...params, signature: { algorithm: 'HMAC-SHA256', value, key_id: 'default' } };
    const request_hash = sha(canonicalJson(sent as unknown as JsonObject));
    return canonicalJson({ entry_id: id, step_id: id, step_type: method, timestamp, request_hash } as JsonObject);
  }
});

describe('a step that is not evaluated', () => {
  it('is allowed, and a result is reported for the call that it names', async () => {
    const asked = toolCall('Bash', { command: 'ls' });
    const { answered } = await send(asked);
    const { payload, metadata, request_id } = asked.params;
    const ended = { ...payload, execution_id: request_id, exit_status: 'success', outputs: [] };
    const told = await send(requestOf('steps/toolCallResult', ended, { metadata }));
    expect(told.answered).toMatchObject({ decision: 'allow', reasoning: 'not evaluated' });
    expect(await read(answered.policy_data?.event_id)).toMatchObject({ outcome: { status: 'SUCCEEDED' } });
    const unknown = { execution_id: randomUUID(), exit_status: 'success' };
    expect((await send(requestOf('steps/toolCallResult', unknown))).answered.decision).toBe('allow');
  });
});

describe('a request is refused', () => {
  const codeOf = async (request: Request, sending: Sending = {}) => (await send(request, sending)).error?.code;

  it('that came before, on any process', async () => {
    const asked = toolCall('Bash', { command: 'once' });
    expect((await send(asked)).answered.decision).toBe('allow');
    expect(await codeOf(asked)).toBe(-32_005);
    expect(await codeOf(asked, { to: other })).toBe(-32_005);
    const twice = toolCall('Bash', { command: 'twice' });
    const both = await Promise.all([send(twice), send(twice, { to: other })]);
    expect(both.map(({ error }) => error?.code ?? 0).sort()).toEqual([-32_005, 0]);
  });

  it('that is too old or of the future, at any offset of its zone', async () => {
    const nowMs = service.clock.nowMs();
    const at = (ms: number) => requestOf('steps/turnStart', {}, { timestamp: new Date(nowMs + ms).toISOString() });
    expect(await codeOf(at(-310_000))).toBe(-32_006);
    expect(await codeOf(at(310_000))).toBe(-32_006);
    expect(await codeOf(at(-290_000))).toBeUndefined();
    for (const timestamp of ['yesterday', '', 7, at(0).params.timestamp?.toString().replace('Z', '')]) {
      expect(await codeOf(requestOf('steps/turnStart', {}, { timestamp }))).toBe(-32_006);
    }
    const zoned = new Date(nowMs + 3_600_000).toISOString().replace('Z', '+01:00');
    expect(await codeOf(requestOf('steps/turnStart', {}, { timestamp: zoned }))).toBeUndefined();
  });

  it.each<[string, (request: Request) => unknown]>([
    [
      'changed arguments',
      ({ params, ...rest }) => ({ ...rest, params: { ...params, payload: { tool: { name: 'Read' } } } }),
    ],
    ['another id', (request) => ({ ...request, params: { ...request.params, request_id: randomUUID() } })],
    ['no signature', ({ params: { signature: _gone, ...params }, ...rest }) => ({ ...rest, params })],
    [
      'another algorithm',
      ({ params, ...rest }) => ({
        ...rest,
        params: { ...params, signature: { ...(params.signature as object), algorithm: 'none' } },
      }),
    ],
  ])('with %s', async (_what, tamper) => {
    expect(await codeOf(toolCall('wipe'), { tamper, isSigned: false })).toBe(-32_004);
  });

  it('that is signed with another key than it presents', async () => {
    const asked = toolCall('Bash');
    expect(await codeOf(asked, { secret: BOUND_KEY, isSigned: false })).toBe(-32_004);
    // It was not taken for the first of two.
    expect((await send(asked)).answered.decision).toBe('allow');
  });

  it('of another version, of an unknown method, and without what it needs', async () => {
    expect(await codeOf(requestOf('steps/turnStart', {}, { acs_version: '9.0.0' }))).toBe(-32_001);
    expect(await codeOf(requestOf('steps/unheardOf', {}))).toBe(-32_601);
    expect(await codeOf(requestOf('steps/toolCallRequest', { arguments: {} }))).toBe(-32_602);
    expect(await codeOf(requestOf('steps/toolCallRequest', { tool: { name: 'Bash' }, arguments: [] }))).toBe(-32_602);
    expect(await codeOf(toolCall('a'.repeat(201)))).toBe(-32_602);
    expect(await codeOf(requestOf('steps/turnStart', {}, { request_id: '' }))).toBe(-32_602);
  });

  it.each([
    ['a batch', JSON.stringify([{ jsonrpc: '2.0', method: 'system/ping' }]), -32_600],
    ['a text', '"x"', -32_600],
    ['no method', '{"jsonrpc":"2.0"}', -32_600],
    ['broken JSON', '{', -32_700],
    ['a member twice', '{"id":1,"id":2}', -32_700],
    ['no session', '{"jsonrpc":"2.0","id":1,"method":"steps/turnStart","params":{}}', -32_602],
    [
      'a number without a canonical form',
      '{"jsonrpc":"2.0","id":1,"method":"m","params":{"n":1e999,"metadata":{"session_id":"s"}}}',
      -32_600,
    ],
    ['more than a megabyte', JSON.stringify({ a: 'a'.repeat(1_048_576) }), -32_600],
  ])('for %s', async (_what, body, code) => {
    expect((await post(body)).answer.error?.code).toBe(code);
  });

  it('without a key that is known', async () => {
    const ping = requestOf('system/ping', {});
    for (const key of [null, 'x', `${LIVE_KEY.slice(0, -4)}aaaa`]) {
      expect((await post(ping, { key })).answer.error?.code).toBe(-32_000);
    }
  });
});
