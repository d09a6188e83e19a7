/** A wrapped tool runs when it is allowed, and otherwise tells the model the reason. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createClient, type EventRequest, type SvcClient } from '../index.ts';
import { wrapTool } from './index.ts';

let service: TestService;
let client: SvcClient;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
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
  expect(await wrapTool(client, describeExport, run)({ count: 1 })).toMatch(
    /^Not run: this call waits for a person's review \(svc event [0-9a-f-]{36}\)\. .* Do not retry it/,
  );
  expect(ran).toBe(0);
});

it('finds the decision of the same call of a session again, also from another process, and runs once it is approved', async () => {
  const settings = () => ({ session: 'thread-1' });
  const run = () => 'exported';
  const events: (string | null)[] = [];
  const first = wrapTool(client, describeExport, run, { ...settings(), onDecision: ({ id }) => events.push(id) });
  expect(await first({ count: 7 }, { id: 'call_1' })).toMatch(/^Not run/);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call(`/reviews/${events[0]}/approve`, { body: {} })).status).toBe(200);
  const later = wrapTool(client, describeExport, run, { ...settings(), onDecision: ({ id }) => events.push(id) });
  expect(await later({ count: 7 }, { id: 'call_1' })).toBe('exported');
  expect(events[1]).toBe(events[0]);
  // Another id, or the same id in another session, is another call.
  expect(await later({ count: 7 }, { id: 'call_2' })).toMatch(/^Not run/);
  expect(await wrapTool(client, describeExport, run)({ count: 7 }, { id: 'call_1' })).toMatch(/^Not run/);
});

it('refuses another action under the id of a call that was approved', async () => {
  const tool = wrapTool(client, describeExport, () => 'exported', { session: 'thread-1' });
  await expect(tool({ count: 8 }, { id: 'call_1' })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
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
