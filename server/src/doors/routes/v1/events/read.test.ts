// SPDX-License-Identifier: Apache-2.0
/** GET /v1/events/{id} reads a decision. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUND_KEY,
  call,
  EXPIRED_KEY,
  FEW_EVENTS,
  GLOBEX_KEY,
  LIVE_KEY,
  OFFICE_KEY,
  openOrganization,
  PLAIN_ACTION,
  strictProcess,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readRows } from '#harness/service/rows.ts';

describe('200', () => {
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
});

describe('refusals', () => {
  const ZERO_ID = '00000000-0000-0000-0000-000000000000';

  let service: TestService;
  let eventId: string;
  let supportEventId: string;
  beforeAll(async () => {
    service = await openOrganization();
    eventId = (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.id;
    supportEventId = (await call(service.baseUrl, '/v1/events', { body: { ...PLAIN_ACTION, agent: 'support-bot' } }))
      .body.id;
  });
  afterAll(() => service.stop());

  const read = (id: string, key: string | null = LIVE_KEY) => call(service.baseUrl, `/v1/events/${id}`, { key });

  it.each([
    'null',
    'abc',
    '123',
    `${ZERO_ID}0`,
    ZERO_ID.replaceAll('-', ''),
    `{${ZERO_ID}}`,
    '%00',
    'x'.repeat(10_000),
  ])('400 for an id that is no UUID: %s', async (id) => {
    const answer = await read(id);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'validation_error', fields: { id: expect.any(String) } });
  });

  it('401 without a good key', async () => {
    for (const key of [null, EXPIRED_KEY, `key_live_${'x'.repeat(43)}`]) {
      expect((await read(eventId, key)).status).toBe(401);
    }
  });

  it('403 for another agent of a bound key and for a foreign address', async () => {
    expect((await read(supportEventId, BOUND_KEY)).status).toBe(403);
    expect((await read(eventId, OFFICE_KEY)).status).toBe(403);
  });

  it('404 for an unknown event, for one of another organization, and for a LIVE one read by a TEST key', async () => {
    expect((await read(ZERO_ID)).status).toBe(404);
    expect((await read(eventId, GLOBEX_KEY)).status).toBe(404);
    expect((await read(eventId, TEST_KEY)).status).toBe(404);
  });

  it('400 for an address that cannot be read', async () => {
    expect((await read('%zz')).status).toBe(400);
  });

  it('429 beyond the limit of a key', async () => {
    const { baseUrl } = await strictProcess(service);
    for (let sent = 0; sent < FEW_EVENTS; sent += 1) {
      expect((await call(baseUrl, `/v1/events/${eventId}`)).status).toBe(200);
    }
    const refused = await call(baseUrl, `/v1/events/${eventId}`);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
