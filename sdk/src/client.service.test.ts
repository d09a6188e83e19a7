// SPDX-License-Identifier: Apache-2.0
/** The client against the real service: decisions, reviews, policies, errors. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIVE_KEY, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type AttemptReport, createClient, type EventRequest, type SvcClient } from './index.ts';

let service: TestService;
let client: SvcClient;
const reports: AttemptReport[] = [];

beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  client = createClient({ apiKey: LIVE_KEY, baseUrl: service.baseUrl, onAttempt: (report) => reports.push(report) });
});
afterAll(() => service.stop());

const EXPORT: EventRequest = {
  agent: 'billing-bot',
  action: 'EXPORT_DATA',
  resource: 'customers',
  destination: 'EXTERNAL_API',
};
const DELETION: EventRequest = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' };

async function resolve(id: string | null, outcome: 'approve' | 'deny'): Promise<void> {
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const { status } = await member.call(`/reviews/${id}/${outcome}`, { body: { note: 'seen' } });
  expect(status).toBe(200);
}

it('decides, reads the decision back and tells hooks of both, with the id of the request and no event id', async () => {
  const decision = await client.decide({ ...PLAIN_ACTION, content: 'CPF 529.982.247-25' });
  expect(decision).toMatchObject({ degraded: false, finalDecision: 'ALLOW', dlpFindings: ['CPF'], sandbox: false });
  expect(await client.getDecision(decision.id ?? '')).toEqual(decision);
  expect(reports.map(({ operation, status }) => [operation, status])).toEqual([
    ['POST /v1/events', 200],
    ['GET /v1/events/{id}', 200],
  ]);
  expect(JSON.stringify(reports)).not.toMatch(/529\.982|52998224725|CPF|key_live/);
});

it('gets the same decision again for one Idempotency-Key, and an error for another request under it', async () => {
  const options = { idempotencyKey: 'order-1' };
  const first = await client.decide(PLAIN_ACTION, options);
  expect(await client.decide(PLAIN_ACTION, options)).toEqual(first);
  await expect(client.decide(DELETION, options)).rejects.toMatchObject({
    name: 'ValidationError',
    code: 'idempotency_key_reused',
  });
});

it('decides anew for each call that names no key', async () => {
  const [first, second] = [await client.decide(PLAIN_ACTION), await client.decide(PLAIN_ACTION)];
  expect(first.id).not.toBe(second.id);
});

it('waits until a person approves', async () => {
  const decision = await client.decide(EXPORT);
  expect(decision).toMatchObject({ finalDecision: 'REVIEW', review: { status: 'PENDING' } });
  const waiting = client.waitForDecision(decision, { pollMs: 20 });
  await resolve(decision.id, 'approve');
  expect(await waiting).toMatchObject({ decision: 'REVIEW', finalDecision: 'ALLOW', review: { status: 'APPROVED' } });
});

it('adds `Review denied` to the reasons once a person has denied, and only once', async () => {
  const decision = await client.decide(EXPORT);
  const waiting = client.waitForDecision(decision.id ?? '', { pollMs: 20 });
  await resolve(decision.id, 'deny');
  const denied = await waiting;
  expect(denied).toMatchObject({ decision: 'REVIEW', finalDecision: 'BLOCK', review: { status: 'DENIED' } });
  expect(denied.reasons).toEqual([...decision.reasons, 'Review denied']);
});

it('answers a review that is still pending at the deadline as it stands, and stops at an abort', async () => {
  const decision = await client.decide(EXPORT);
  const pending = await client.waitForDecision(decision, { timeoutMs: 50, pollMs: 20 });
  expect(pending).toEqual(decision);
  await expect(client.waitForDecision(decision, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

it('answers at once when there is nothing to wait for', async () => {
  const decision = await client.decide(PLAIN_ACTION);
  expect(await client.waitForDecision(decision)).toBe(decision);
});

it('runs what it guards after an ALLOW, and answers its result', async () => {
  const result = await client.guard(PLAIN_ACTION, ({ finalDecision }) => `ran after ${finalDecision}`);
  expect(result).toBe('ran after ALLOW');
});

it('does not run what it guards after a BLOCK or a REVIEW, and says why', async () => {
  let ran = 0;
  const run = () => {
    ran += 1;
  };
  const blocked = await client.guard(DELETION, run).catch((error: unknown) => error);
  expect(blocked).toMatchObject({
    name: 'ActionNotAllowedError',
    decision: { finalDecision: 'BLOCK', policy: { name: 'Block deleting customers' } },
    message: expect.stringContaining('Block deleting customers'),
  });
  await expect(client.guard(EXPORT, run)).rejects.toMatchObject({ decision: { finalDecision: 'REVIEW' } });
  await expect(client.guard(EXPORT, run, { waitMs: 30 })).rejects.toMatchObject({
    decision: { finalDecision: 'REVIEW' },
  });
  expect(ran).toBe(0);
});

it('runs what it guards when a person approves while it waits', async () => {
  const idempotencyKey = 'guarded-export';
  const decision = await client.decide(EXPORT, { idempotencyKey });
  const guarding = client.guard(EXPORT, () => 'ran', { idempotencyKey, waitMs: 15_000 });
  await resolve(decision.id, 'approve');
  expect(await guarding).toBe('ran');
});

it.each([
  ['an unknown agent', { ...PLAIN_ACTION, agent: 'nobody' }, 'NotFoundError'],
  ['an unknown field', { ...PLAIN_ACTION, urgent: true } as EventRequest, 'ValidationError'],
  [
    'a body over 200 KB',
    { ...PLAIN_ACTION, content: 'é'.repeat(100_000), agentId: 'x'.repeat(10_000) },
    'PayloadTooLargeError',
  ],
])('raises the refusal of %s, in fail mode open too', async (_what, action, name) => {
  await expect(client.decide(action, { failMode: 'open' })).rejects.toMatchObject({ name });
});

it('names the wrong field and the id of the request', async () => {
  const refused = client.decide({ ...PLAIN_ACTION, recordsAffected: -1 });
  await expect(refused).rejects.toMatchObject({
    name: 'ValidationError',
    code: 'validation_error',
    fields: { recordsAffected: 'must be at least 0' },
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('raises a wrong key and an event of nobody', async () => {
  const stranger = createClient({ apiKey: `key_live_${'x'.repeat(43)}`, baseUrl: service.baseUrl, failMode: 'open' });
  await expect(stranger.decide(PLAIN_ACTION)).rejects.toMatchObject({ name: 'AuthenticationError' });
  await expect(client.getDecision('018f0000-0000-7000-8000-00000000ffff')).rejects.toMatchObject({
    name: 'NotFoundError',
  });
  await expect(client.getDecision('../policies')).rejects.toMatchObject({ name: 'ValidationError' });
});

it('lists, tests and applies policies', async () => {
  const { policies } = await client.policies.list();
  expect(policies.map(({ name }) => name)).toEqual([
    'Allow reading prices',
    'Block deleting customers',
    'Review customer exports',
  ]);
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' } as const;
  const block = { name: 'Block reading', action: 'READ', decision: 'BLOCK' } as const;
  const { results } = await client.policies.test({
    policies: [block],
    cases: [{ name: 'reading is blocked', input, expect: { decision: 'BLOCK' } }],
  });
  expect(results).toMatchObject([{ decision: 'BLOCK', matchedPolicy: 'Block reading', pass: true }]);
  const plan = await client.policies.apply({ policies: [block], dryRun: true });
  expect(plan).toMatchObject({ dryRun: true, changes: [{ name: 'Block reading', op: 'create' }] });
  const sandbox = createClient({ apiKey: TEST_KEY, baseUrl: service.baseUrl });
  await expect(sandbox.policies.apply({ policies: [block] })).rejects.toMatchObject({
    name: 'ForbiddenError',
    message: 'policies:apply requires an org-wide LIVE key',
  });
});

it.each([
  [{ apiKey: 'key with a space\n' }, /SVC_API_KEY\) holds a character/],
  [{ baseUrl: 'http://127.0.0.1:4000/v1' }, /without \/v1, as http:\/\/127\.0\.0\.1:4000\./],
  [{ baseUrl: 'https://svc.example/at/v1/events/' }, /without \/v1, as https:\/\/svc\.example\/at\./],
  [{ baseUrl: 'ftp://127.0.0.1' }, /SVC_BASE_URL\) must be an http/],
  [{ baseUrl: 'http://user:secret@127.0.0.1' }, /SVC_BASE_URL\) must be an address alone/],
  [{ retries: -1 }, /`retries` must be a whole number from 0 to 10/],
  [{ timeoutMs: 0 }, /`timeoutMs` must be a whole number from 1/],
  [{ failMode: 'Open' as 'open' }, /`failMode` must be/],
])('refuses a wrong option where it is made, without repeating a secret: %j', (options, message) => {
  const make = () => createClient({ apiKey: LIVE_KEY, ...options });
  expect(make).toThrow(message);
  expect(make).not.toThrow(/secret|space\n/);
});

it('takes key and address from the environment, and an empty variable as none', async () => {
  const before = { ...process.env };
  try {
    Object.assign(process.env, { SVC_API_KEY: LIVE_KEY, SVC_BASE_URL: `${service.baseUrl}/` });
    expect(await createClient().decide(PLAIN_ACTION)).toMatchObject({ degraded: false });
    process.env.SVC_API_KEY = '';
    expect(() => createClient()).toThrow(/SVC_API_KEY/);
  } finally {
    process.env = before;
  }
});
