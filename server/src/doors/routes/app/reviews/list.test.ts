// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { ErrorBody, ReviewList } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, IDS, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** GET /reviews lists the reviews of the organization, newest first, with their current status. */
describe('200', () => {
  const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

  let service: TestService;
  let owner: Browser;
  const ids: string[] = [];
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    for (const agent of ['billing-bot', 'support-bot', 'billing-bot', 'support-bot', 'billing-bot']) {
      const { body } = await call(service.baseUrl, '/v1/events', { body: { ...REVIEWED, agent } });
      expect(body.decision).toBe('REVIEW');
      ids.unshift(body.id);
    }
  });
  afterAll(() => service.stop());

  const list = async (query = '', browser = owner) => (await browser.call<ReviewList>(`/reviews${query}`)).body;

  it('says of each review what a person needs to resolve it, with its event', async () => {
    const { items, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(items.map(({ eventId }) => eventId)).toEqual(ids);
    expect(items[0]).toEqual({
      eventId: ids[0],
      status: 'PENDING',
      createdAt: items[0]?.event.createdAt,
      expiresAt: expect.stringMatching(/Z$/),
      decidedAt: null,
      decidedBy: null,
      note: null,
      approverRoles: ['MEMBER'],
      canResolve: false,
      escalates: true,
      approvals: {
        needed: 1,
        given: 0,
        stillFrom: ['MEMBER'],
        notAsker: false,
        signed: false,
        validMinutes: null,
        grants: false,
        grant: null,
        by: [],
      },
      mayNotApprove: null,
      agentPaused: false,
      event: expect.objectContaining({
        id: ids[0],
        agent: { id: IDS.billingBot, name: 'billing-bot' },
        resource: { id: IDS.customers, name: 'customers', classification: 'CUSTOMER_PII' },
        action: 'EXPORT_DATA',
        destination: 'EXTERNAL_API',
        recordsAffected: null,
        decision: 'REVIEW',
        finalDecision: 'REVIEW',
        policy: expect.objectContaining({ name: 'Review customer exports' }),
      }),
    });
    const member = await signIn(service.baseUrl, PEOPLE.member);
    expect((await list('', member)).items.every(({ canResolve }) => canResolve)).toBe(true);
  });

  it('goes on from page to page, each review once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const page: ReviewList = await list(`?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ eventId }) => eventId));
      cursor = page.nextCursor;
      pages += 1;
    }
    expect(seen).toEqual(ids);
    expect(pages).toBe(3);
  });

  it('finds by a part of a name, letter case aside, or by id; % and _ stand for themselves', async () => {
    const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ eventId }) => eventId);
    expect(await found('SUPPORT')).toEqual([ids[1], ids[3]]);
    expect(await found('review customer')).toEqual(ids);
    expect(await found(String(ids[2]).toUpperCase())).toEqual([ids[2]]);
    expect(await found('%')).toEqual([]);
    expect(await found('_')).toEqual([]);
  });

  it('lists by the status of this moment: a review past its expiry is no longer PENDING, though no task has passed', async () => {
    const [first, second] = [ids.at(-1), ids.at(-2)];
    await readRows(service.database, `UPDATE svc.reviews SET expires_at = created_at WHERE event_id = $1`, [first]);
    await readRows(service.database, `UPDATE svc.reviews SET status = 'DENIED' WHERE event_id = $1`, [second]);
    const idsOf = async (status: string) => (await list(`?status=${status}`)).items.map(({ eventId }) => eventId);
    expect(await idsOf('PENDING')).toEqual(ids.slice(0, 3).toReversed());
    expect(await idsOf('EXPIRED')).toEqual([first]);
    expect(await idsOf('DENIED')).toEqual([second]);
    expect(await idsOf('APPROVED')).toEqual([]);
    const { items } = await list('?status=EXPIRED');
    expect(items[0]).toMatchObject({ status: 'EXPIRED', canResolve: false, event: { finalDecision: 'BLOCK' } });
  });

  it('says when the agent is paused', async () => {
    await service.provision(acmeWithPeople({ supportBot: 'PAUSED' }));
    const { items } = await list('?q=support-bot');
    expect(items.map(({ agentPaused }) => agentPaused)).toEqual([true, true]);
  });

  it('shows another organization none of them', async () => {
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    expect(await list('', stranger)).toEqual({ items: [], nextCursor: null, searchedBackTo: null });
  });

  it('gives every waiting review, soonest expiry first, and searches all of them', async () => {
    const waiting = 450;
    await readRows(
      service.database,
      `WITH made AS (
       INSERT INTO svc.events SELECT organization_id, ('01a00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         1000 + n, created_at, n > $2, api_key_id, agent_id, resource_id, action, destination, records_affected,
         decision, evaluated_decision, risk_level, n % 101, quota_exceeded,
         (jsonb_set(record::jsonb, '{agent}', to_jsonb('crowd-' || n)))::json
       FROM svc.events, generate_series(1, $2 + 10) n WHERE id = $1 RETURNING *
     )
     INSERT INTO svc.reviews (organization_id, event_id, sandbox, status, created_at, expires_at, approver_roles,
       risk_score)
     SELECT organization_id, id, sandbox, 'PENDING', created_at,
       now() + interval '2 days' - (seq % 100) * interval '1 minute' - seq * interval '1 microsecond', '{}', risk_score
     FROM made`,
      [ids[2], waiting],
    );
    const readAll = async (query: string) => {
      const items: ReviewList['items'] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: ReviewList = await list(`?status=PENDING&limit=200${query}${cursor && `&cursor=${cursor}`}`);
        items.push(...page.items);
        cursor = page.nextCursor;
      }
      return items;
    };
    const all = await readAll('');
    const crowd = all.filter(({ event }) => event.agent.name.startsWith('crowd-'));
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(all.length);
    expect(crowd).toHaveLength(waiting);
    const expiries = all.map(({ expiresAt }) => expiresAt);
    expect(expiries).toEqual(expiries.toSorted());
    expect(await readAll('&sandbox=true')).toHaveLength(10);
    const risks = (await readAll('&sort=-risk')).map(({ eventId, event }) => [event.riskScore, eventId] as const);
    expect(risks).toHaveLength(all.length);
    expect(risks).toEqual(risks.toSorted(([one, first], [other, second]) => other - one || (first < second ? 1 : -1)));
    const last = all.at(-1);
    expect((await list(`?status=PENDING&q=${last?.event.agent.name}`)).items).toContainEqual(last);
    const answer = await list('?q=crowd-450');
    expect(answer).toMatchObject({ items: [{ event: { agent: { name: 'crowd-450' } } }], searchedBackTo: null });
  });
});

/** GET /reviews and GET /events: 400 for a limit out of range, a cursor of another list, and an invalid filter. */
describe('400', () => {
  let service: TestService;
  let owner: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
  });
  afterAll(() => service.stop());

  const cursor = (text: string) => Buffer.from(text).toString('base64url');
  const BOTH: [string, string][] = [
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=5&limit=6', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=abc', 'cursor'],
    [`cursor=${cursor("1' OR true --")}`, 'cursor'],
    ['page=2', 'page'],
    [`q=${'x'.repeat(101)}`, 'q'],
  ];

  const REVIEWS: [string, string][] = [
    ['status=OPEN', 'status'],
    ['status=', 'status'],
    ['sort=risk', 'sort'],
    ['sort=-risk', 'sort'],
    ['status=APPROVED&sort=-risk', 'sort'],
    [`status=PENDING&sort=-risk&cursor=${cursor(`101 0198f000-0000-7000-8000-000000000000`)}`, 'cursor'],
    [`cursor=${cursor('12')}`, 'cursor'],
  ];

  const EVENTS: [string, string][] = [
    ['action=READ', 'action'],
    ['decision=MAYBE', 'decision'],
    ['riskLevel=low', 'riskLevel'],
    ['sandbox=1', 'sandbox'],
    ['from=yesterday', 'from'],
    ['from=2026-11-20', 'from'],
    ['to=2026-13-40T00:00:00Z', 'to'],
    ['to=1960-01-01T00:00:00Z', 'to'],
    ['from=%2B275760-09-13T00:00:00Z', 'from'],
    [`cursor=${cursor('018f0000-0000-7000-8000-00000000a001')}`, 'cursor'],
    [`cursor=${cursor('0')}`, 'cursor'],
    [`cursor=${cursor('9'.repeat(16))}`, 'cursor'],
  ];

  describe.each([
    ['/reviews', [...BOTH, ...REVIEWS]],
    ['/events', [...BOTH, ...EVENTS]],
  ])('%s', (path, queries) => {
    it.each(queries)('?%s names %s', async (query, field) => {
      const { status, body } = await owner.call<ErrorBody>(`${path}?${query}`);
      expect(status).toBe(400);
      expect(body.error).toBe('validation_error');
      expect(Object.keys(body.fields ?? {})).toEqual([field]);
    });

    it.each(['limit=1', 'limit=200', 'q=', 'q=%25%5C_%27%22'])('?%s is good', async (query) => {
      expect((await owner.call(`${path}?${query}`)).status).toBe(200);
    });
  });
});
