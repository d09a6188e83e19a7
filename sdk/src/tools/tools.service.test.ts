// SPDX-License-Identifier: Apache-2.0
/** A wrapped tool runs when it is allowed, and otherwise tells the model the reason. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type EventRequest, type SvcClient } from '../index.ts';
import { type WrapSettings, wrapTool } from './index.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl });
});
afterAll(() => service.stop());

const describeExport = ({ count }: { count: number }): EventRequest => ({
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
  recordsAffected: count,
});
const read = (): EventRequest => ({ agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' });
const remove = (): EventRequest => ({ agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' });

it('runs after an ALLOW, with its own input', async () => {
  const tool = wrapTool(client, read, (input: { id: number }) => input.id * 2);
  expect(await tool({ id: 21 })).toBe(42);
});

it('does not run after a BLOCK or a REVIEW, and tells the model why and not to try again', async () => {
  let ran = 0;
  const run = () => (ran += 1);
  expect(await wrapTool(client, remove, run)({})).toMatch(
    /^Not run: svc decided BLOCK\. .*"Block deleting customers".* Do not retry it/,
  );
  expect(await wrapTool(client, describeExport, run, { waitMs: 0 })({ count: 1 })).toMatch(
    /^Not run: this call waits for a person's review \(svc event [0-9a-f-]{36}\)\. .* Do not retry it/,
  );
  expect(ran).toBe(0);
});

it('finds the decision of the same call of a session again, also from another process, and runs once it is approved', async () => {
  const settings = () => ({ session: 'thread-1', waitMs: 0 });
  const run = () => 'exported';
  const events: (string | null)[] = [];
  const first = wrapTool(client, describeExport, run, { ...settings(), onDecision: ({ id }) => events.push(id) });
  expect(await first({ count: 7 })).toMatch(/^Not run/);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${events[0]}/approve`, { body: {} })).status).toBe(200);
  const later = wrapTool(client, describeExport, run, { ...settings(), onDecision: ({ id }) => events.push(id) });
  expect(await later({ count: 7 })).toBe('exported');
  expect(events[1]).toBe(events[0]);
  // It ran once: the same call asks anew, and so does the call of another session.
  expect(await later({ count: 7 })).toMatch(/^Not run/);
  expect(new Set(events).size).toBe(2);
  expect(await wrapTool(client, describeExport, run, { waitMs: 0 })({ count: 7 })).toMatch(/^Not run/);
});

async function resolve(eventId: string | null | undefined, outcome: 'approve' | 'deny'): Promise<void> {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${eventId}/${outcome}`, { body: {} })).status).toBe(200);
}

/** Settings that note the events, and a tool that notes its inputs. */
function noting(session: string, more: Partial<WrapSettings> = {}) {
  const events: (string | null)[] = [];
  const ran: unknown[] = [];
  const settings: WrapSettings = { session, waitMs: 0, onDecision: ({ id }) => events.push(id), ...more };
  const run = (input: unknown) => {
    ran.push(input);
    return 'exported';
  };
  return { events, ran, run, settings };
}
const exportTo = (): EventRequest => describeExport({ count: 3 });

it('runs one approval once: another input, another tool and the same call again each ask for another', async () => {
  const { events, ran, run, settings } = noting('once');
  const tool = wrapTool(client, exportTo, run, settings);
  await tool({ to: 'boss', cc: ['a'] });
  await resolve(events[0], 'approve');
  expect(await tool({ to: 'evil' })).toMatch(/^Not run/);
  expect(await wrapTool(client, exportTo, run, { ...settings, tool: 'other' })({ to: 'boss', cc: ['a'] })).toMatch(
    /^Not run/,
  );
  // The order of fields does not matter; of the same call twice at once, one runs.
  const answers = await Promise.all([tool({ cc: ['a'], to: 'boss' }), tool({ to: 'boss', cc: ['a'] })]);
  expect(answers.filter((answer) => answer === 'exported')).toHaveLength(1);
  expect(await tool({ to: 'boss', cc: ['a'] })).toMatch(/^Not run/);
  expect(ran).toHaveLength(1);
});

it('keeps to a denial: a retry meets it, and asks for no other review', async () => {
  const { events, ran, run, settings } = noting('denied');
  const tool = wrapTool(client, exportTo, run, settings);
  await tool({ to: 'x' });
  await resolve(events[0], 'deny');
  expect(await tool({ to: 'x' })).toMatch(/Review denied/);
  expect({ events: new Set(events).size, ran }).toEqual({ events: 1, ran: [] });
});

it('decides an allowed call anew each time, also in another process that knows nothing of the last', async () => {
  const readOrders = () => read();
  const { events, ran, run, settings } = noting('allowed');
  for (let process = 0; process < 2; process += 1) {
    const tool = wrapTool(client, readOrders, run, settings);
    expect(await tool({})).toBe('exported');
    expect(await tool({})).toBe('exported');
  }
  expect({ events: new Set(events).size, ran: ran.length }).toEqual({ events: 4, ran: 4 });
});

it('runs an approval once in all processes', async () => {
  const { events, ran, run, settings } = noting('shared');
  const process = () => wrapTool(client, exportTo, run, settings);
  await process()({ to: 'x' });
  await resolve(events[0], 'approve');
  await Promise.all([process()({ to: 'x' }), process()({ to: 'x' }), process()({ to: 'x' })]);
  expect(ran).toHaveLength(1);
});

it('finds each review of the same call again, also after an approval was spent', async () => {
  const { events, ran, run, settings } = noting('twice');
  const tool = wrapTool(client, exportTo, run, settings);
  for (const expected of [1, 2]) {
    await tool({ to: 'x' }, { id: `asking-${expected}` });
    await resolve(events.at(-1), 'approve');
    expect(await tool({ to: 'x' }, { id: `running-${expected}` })).toBe('exported');
    expect(ran).toHaveLength(expected);
  }
});

it('never runs a call of one id twice, whatever ran between, and runs others of the same input', async () => {
  const { events, ran, run, settings } = noting('ids');
  const tool = wrapTool(client, read, run, settings);
  for (const id of ['a', 'b', 'c']) expect(await tool({}, { id })).toBe('exported');
  const decided = new Set(events).size;
  for (const id of ['a', 'b', 'c']) expect(await tool({}, { id })).toMatch(/^Not run: .*redeemed before/);
  expect({ decided, after: new Set(events).size, ran: ran.length }).toEqual({ decided: 3, after: 3, ran: 3 });
  const twice = await Promise.all([tool({}, { id: 'd' }), tool({}, { id: 'd' })]);
  expect(twice.filter((answer) => answer === 'exported')).toHaveLength(1);
});

it('reports how a tool ended', async () => {
  const { events, settings } = noting('reports');
  const fails = () => {
    throw new Error('no disk');
  };
  await wrapTool(client, read, () => [1, 2], { ...settings, recordsAffected: (rows) => rows.length })({ all: true });
  await expect(wrapTool(client, read, fails, settings)({})).rejects.toThrow('no disk');
  const outcomes = await Promise.all(events.map(async (id) => (await client.getDecision(id ?? '')).outcome));
  expect(outcomes).toMatchObject([
    { status: 'SUCCEEDED', recordsAffected: 2 },
    { status: 'FAILED', code: 'error' },
  ]);
});

it.each([
  ['sets', () => new Set(['a'])],
  ['instances', () => new URL('https://a.example')],
  ['functions', () => ({ callbacks: [() => 1] })],
])('takes two inputs for two calls when it cannot compare them: %s', async (_what, input) => {
  const { events, run, settings } = noting('opaque');
  const tool = wrapTool(client, exportTo, run, settings);
  await tool(input());
  await tool(input());
  expect(new Set(events).size).toBe(2);
});

it('refuses a time that nobody can wait', () => {
  for (const waitMs of [-1, 0.5, Number.NaN, 2 ** 31]) {
    expect(() => wrapTool(client, read, () => 1, { waitMs })).toThrow(/waitMs/);
  }
});

it('waits inside the call by default, and runs when a person approves', async () => {
  const { events, run, settings } = noting('waits');
  const { waitMs: _none, ...unset } = settings;
  const calling = wrapTool(client, exportTo, run, unset)({ to: 'x' });
  await expect.poll(() => events[0]).toBeDefined();
  await resolve(events[0], 'approve');
  expect(await calling).toBe('exported');
});

it('waits for the person where it is told to', async () => {
  let eventId: string | null = null;
  const tool = wrapTool(client, describeExport, () => 'exported', {
    waitMs: 15_000,
    onDecision: ({ id }) => {
      eventId = id;
    },
  });
  const calling = tool({ count: 9 });
  await expect.poll(() => eventId).not.toBeNull();
  const member = await signIn(service.baseUrl, PEOPLE.member);
  await member.call(`/reviews/${eventId}/deny`, { body: {} });
  expect(await calling).toMatch(/^Not run: svc decided BLOCK\. .*Review denied/);
});
