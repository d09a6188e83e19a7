// SPDX-License-Identifier: Apache-2.0
/** GET /v1/events/{id} answers the decision with its effective outcome now. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BOUND_KEY, call, openOrganization, PLAIN_ACTION, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

async function reviewed(): Promise<string> {
  return (await call(service.baseUrl, '/v1/events', { body: REVIEWED })).body.id;
}

it.each([PLAIN_ACTION, REVIEWED, { ...PLAIN_ACTION, content: 'cpf 529.982.247-25' }])(
  'answers just what the decision answered: %o',
  async (body) => {
    const decided = await call(service.baseUrl, '/v1/events', { body });
    const read = await call(service.baseUrl, `/v1/events/${decided.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(decided.body);
    expect(read.headers.has('idempotent-replay')).toBe(false);
  },
);

it.each([
  ['APPROVED', 'ALLOW'],
  ['DENIED', 'BLOCK'],
  ['EXPIRED', 'BLOCK'],
])('a review that is %s makes finalDecision %s and leaves decision REVIEW', async (status, finalDecision) => {
  const id = await reviewed();
  await readRows(service.database, 'UPDATE svc.reviews SET status = $2, decided_at = now() WHERE event_id = $1', [
    id,
    status,
  ]);
  const { body } = await call(service.baseUrl, `/v1/events/${id}`);
  expect(body).toMatchObject({ decision: 'REVIEW', finalDecision, review: { status } });
});

it('a pending review is expired from its very moment on, though no job has passed', async () => {
  const id = await reviewed();
  const expireAt = (atMs: number) =>
    readRows(service.database, 'UPDATE svc.reviews SET expires_at = $2 WHERE event_id = $1', [id, new Date(atMs)]);
  await expireAt(Date.now() + 60_000);
  expect((await call(service.baseUrl, `/v1/events/${id}`)).body.review?.status).toBe('PENDING');
  await expireAt(Date.now());
  const { body } = await call(service.baseUrl, `/v1/events/${id}`);
  expect(body).toMatchObject({ decision: 'REVIEW', finalDecision: 'BLOCK', review: { status: 'EXPIRED' } });
});

it('a LIVE key reads sandbox events, a bound key those of its agent, an id may be in capitals', async () => {
  const sandbox = await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: PLAIN_ACTION });
  const read = await call(service.baseUrl, `/v1/events/${sandbox.body.id.toUpperCase()}`);
  expect(read.body).toMatchObject({ id: sandbox.body.id, sandbox: true });
  expect((await call(service.baseUrl, `/v1/events/${sandbox.body.id}`, { key: BOUND_KEY })).status).toBe(200);
});
