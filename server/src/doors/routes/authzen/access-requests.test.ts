// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the task of an access request is the review of the denial. An approval is good for that act, once, and only
 * while nothing blocks it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACME,
  BOUND_KEY,
  type CallOptions,
  call,
  GLOBEX_KEY,
  IDS,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

interface Answer {
  decision?: boolean;
  context?: { evaluation_id?: string; reason?: string; next_action?: string; retry_after?: number };
  task?: { id: string; status: string; status_endpoint: string; expires_at: string; links: { review: string } };
  result?: { mode: string; approval: { id: string; approved_at: string; approved_until: string } };
  type?: string;
  status?: number;
}

const DAY_MS = 86_400_000;

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople().replace('[MEMBER]', '[OWNER]') });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const ACT = {
  subject: { type: 'agent', id: 'billing-bot' },
  action: { name: 'EXPORT_DATA' },
  resource: { type: 'customers', id: 'customers', properties: { destination: 'EXTERNAL_EMAIL', recordsAffected: 9 } },
};

const send = (path: string, body?: unknown, options: CallOptions = {}) =>
  call<Answer>(service.baseUrl, `/access/v1/${path}`, { ...(body !== undefined && { body }), ...options });
const evaluate = async (body: object, options?: CallOptions) => (await send('evaluation', body, options)).body;
const denied = async (body: object = ACT, options?: CallOptions): Promise<string> => {
  const { context } = await evaluate(body, options);
  expect(context?.reason).toBe('approval_required');
  return context?.evaluation_id ?? '';
};
const submit = (id: unknown, more: object = {}, options?: CallOptions) =>
  send('requests', { ...ACT, denial: { evaluation_id: id, expires_at: '2030-01-01T00:00:00Z' }, ...more }, options);
const task = (id: string, options?: CallOptions) => send(`requests/${id}`, undefined, options);
const answerReview = async (id: string, how: 'approve' | 'deny') =>
  expect((await owner.call(`/reviews/${id}/${how}`, { body: {} })).status).toBe(200);
const approved = async (body?: object): Promise<string> => {
  const id = await denied(body);
  await answerReview(id, 'approve');
  return id;
};
const again = (id: unknown, body: object = ACT, options?: CallOptions) =>
  evaluate({ ...body, context: { approval: { id } } }, options);

describe('a task', () => {
  it('is the review of the denial, however often it is asked for', async () => {
    const id = await denied();
    const { status, body, headers } = await submit(id);
    expect([status, headers.get('retry-after'), headers.get('location')]).toEqual([
      202,
      '5',
      body.task?.status_endpoint,
    ]);
    expect(body).toEqual({
      task: {
        id,
        status: 'pending',
        status_endpoint: `${service.baseUrl}/access/v1/requests/${id}`,
        expires_at: expect.any(String),
        links: { review: `${service.baseUrl}/app/reviews?event=${id}` },
      },
    });
    expect((await submit(id)).body).toEqual(body);
    const asked = await task(id);
    expect([asked.status, asked.headers.get('retry-after'), asked.body]).toEqual([200, '5', body]);
  });

  it('becomes approved with an approval, or denied', async () => {
    const id = await approved();
    const { status, body } = await submit(id);
    expect([status, body.task?.status, body.result?.mode, body.result?.approval.id]).toEqual([
      201,
      'approved',
      'reevaluate',
      id,
    ]);
    const approval = body.result?.approval;
    expect(Date.parse(approval?.approved_until ?? '') - Date.parse(approval?.approved_at ?? '')).toBe(DAY_MS);
    const no = await denied();
    await answerReview(no, 'deny');
    expect((await task(no)).body).toMatchObject({ task: { status: 'denied' } });
    expect((await submit(no)).status).toBe(201);
  });

  it('is for the act of the denial, and for a key that may see it', async () => {
    const id = await denied();
    const type = 'urn:openid:authzen:access-request:error:invalid_denial_binding';
    const refused = await Promise.all([
      submit(id, { action: { name: 'READ_DATA' } }),
      submit(id, { subject: { type: 'agent', id: 'support-bot' } }),
      submit(id, { subject: { type: 'agent', id: 'unknown' } }),
      submit(id, { resource: { type: 'table', id: 'orders' } }),
      submit(id, { resource: { ...ACT.resource, properties: { destination: 'EXTERNAL_EMAIL', recordsAffected: 10 } } }),
      submit(id, { denial: { evaluation_id: id, binding_token: 'x' } }),
      submit('not an id'),
      submit('018f0000-0000-7000-8000-00000000ffff'),
      submit(id, {}, { key: GLOBEX_KEY }),
      submit(id, {}, { key: TEST_KEY }),
    ]);
    for (const { status, body, headers } of refused) {
      expect([status, body.type, headers.get('content-type')]).toEqual([
        400,
        type,
        'application/problem+json; charset=utf-8',
      ]);
    }
    for (const options of [{ key: GLOBEX_KEY }, { key: TEST_KEY }]) {
      const { status, body } = await task(id, options);
      expect([status, body.type]).toEqual([404, 'urn:openid:authzen:access-request:error:unknown_task']);
    }
    const other = await denied({ ...ACT, subject: { type: 'agent', id: 'support-bot' } });
    expect((await task(other, { key: BOUND_KEY })).status).toBe(404);
    for (const wrong of ['x', '018f0000-0000-7000-8000-00000000ffff']) expect((await task(wrong)).status).toBe(404);
  });

  it('is refused for what the service has no answer to, and for what no person can lift', async () => {
    const id = await denied();
    const type = 'urn:openid:authzen:access-request:error:not_requestable';
    for (const more of [{ items: [] }, { callback: { endpoint: 'https://a.test' } }]) {
      expect((await submit(id, more)).body).toMatchObject({ status: 400, type });
    }
    const read = { ...ACT, action: { name: 'READ_DATA' }, resource: { type: 'table', id: 'orders' } };
    const { context } = await evaluate(read);
    expect((await submit(context?.evaluation_id, read)).body).toMatchObject({ status: 400, type });
    expect((await task(context?.evaluation_id ?? '')).status).toBe(404);
    for (const body of [{ denial: 1 }, { denial: {} }, { subject: 'x' }]) {
      expect((await submit(id, body)).body).toMatchObject({ status: 400, type: 'about:blank' });
    }
    const { status, headers } = await submit(id, {}, { key: null });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="svc"']);
  });
});

describe('an evaluation with an approval', () => {
  it('is true once, for that act, and stands in the chain as its redemption', async () => {
    const id = await approved();
    expect(await again(id)).toEqual({ decision: true, context: { evaluation_id: id } });
    expect(await again(id)).toMatchObject({
      decision: false,
      context: { reason: 'approval_expired', next_action: 'request' },
    });
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === id);
    expect(entries.map(({ kind }) => kind)).toEqual([
      'decision.recorded',
      'review.approved',
      'redemption.made',
      'redemption.refused',
    ]);
  });

  it('is repeated under the same X-Request-ID, and true for one of many at once', async () => {
    const id = await approved();
    const headers = { 'x-request-id': 'again-1' };
    expect((await again(id, ACT, { headers })).decision).toBe(true);
    expect((await again(id, ACT, { headers })).decision).toBe(true);
    const raced = await approved();
    const answers = await Promise.all(Array.from({ length: 12 }, () => again(raced)));
    expect(answers.filter(({ decision }) => decision)).toHaveLength(1);
  });

  it('is false before the review has ended, and after a denial', async () => {
    const id = await denied();
    expect(await again(id)).toMatchObject({
      decision: false,
      context: { reason: 'grant_pending', next_action: 'retry', retry_after: 5 },
    });
    await answerReview(id, 'deny');
    expect(await again(id)).toMatchObject({ context: { reason: 'policy_denied', next_action: 'none' } });
  });

  it('is false for another act, which leaves the approval as it was', async () => {
    const id = await approved();
    const other = (part: object) => again(id, { ...ACT, ...part });
    const wrong = await Promise.all([
      other({ action: { name: 'READ_DATA' } }),
      other({ subject: { type: 'agent', id: 'support-bot' } }),
      other({ resource: { type: 'table', id: 'customers' } }),
      other({ resource: { ...ACT.resource, id: 'orders' } }),
    ]);
    for (const { decision, context } of wrong) {
      expect([decision, context?.reason]).toEqual([false, 'out_of_scope']);
    }
    expect((await again(id)).decision).toBe(true);
  });

  it('is false for an approval of other keys, of none, and of another form', async () => {
    const id = await approved();
    const foreign = [
      await again(id, ACT, { key: TEST_KEY }),
      await again('018f0000-0000-7000-8000-00000000ffff'),
      await again('approved'),
    ];
    for (const { decision, context } of foreign) {
      expect([decision, context?.reason]).toEqual([false, 'approval_unverifiable']);
    }
    expect((await again(id, ACT, { key: GLOBEX_KEY })).decision).toBe(false);
    for (const approval of [id, { id: 7 }, {}, null]) {
      expect((await send('evaluation', { ...ACT, context: { approval } })).status).toBe(400);
    }
    expect((await again(id)).decision).toBe(true);
  });

  it('is false while the agent is paused, and true again after', async () => {
    const id = await approved();
    const status = async (to: string) =>
      expect((await owner.call(`/agents/${IDS.billingBot}`, { method: 'PATCH', body: { status: to } })).status).toBe(
        200,
      );
    await status('PAUSED');
    expect(await again(id)).toMatchObject({ decision: false, context: { reason: 'policy_denied' } });
    await status('ACTIVE');
    expect((await again(id)).decision).toBe(true);
  });
});

it('a review that nobody answers expires, and an approval lapses', async () => {
  const late = await denied();
  const lapsed = await approved();
  service.clock.move('8d');
  expect((await task(late)).body).toMatchObject({ task: { status: 'expired' } });
  const { status, body } = await submit(late);
  expect([status, body.type]).toEqual([410, 'urn:openid:authzen:access-request:error:expired_denial']);
  for (const id of [late, lapsed]) {
    expect(await again(id)).toMatchObject({
      decision: false,
      context: { reason: 'approval_expired', next_action: 'request' },
    });
  }
});
