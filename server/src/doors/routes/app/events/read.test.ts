// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { EventDetail } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, acme, call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/**
 * GET /events/{id} gives the reasons: risk factors, each policy of that time with its fields, the review, the audit
 * entries.
 */
describe('200', () => {
  const POLICIES = `
      - { name: b watched, action: EXPORT, decision: BLOCK, mode: MONITOR }
      - { name: a allows, action: ANY, decision: ALLOW, condition: { minRecords: 1 } }
      - { name: c reviews, action: EXPORT, resource: CUSTOMER_PII, decision: REVIEW,
          condition: { anyOf: [{ destination: EXTERNAL }, { dlpTypes: [CPF] }] } }
      - { name: d off, enabled: false, action: EXPORT, decision: BLOCK }
      - { name: e other, action: READ, resource: PUBLIC, decision: BLOCK, condition: { minRiskScore: 99 } }`;
  const BODY = {
    agent: 'billing-bot',
    resource: 'customers',
    action: 'EXPORT_DATA',
    destination: 'EXTERNAL_EMAIL',
    recordsAffected: 500,
    content: 'cpf 529.982.247-25',
  };

  let service: TestService;
  let owner: Browser;
  let id: string;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acme({ policies: POLICIES }) });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    id = (await call(service.baseUrl, '/v1/events', { body: BODY })).body.id;
    // The explanation shows the policies of the decision, not the current ones.
    await call(service.baseUrl, '/v1/policies/apply', { body: { policies: [], prune: true } });
  });
  afterAll(() => service.stop());

  const detail = async () => (await owner.call<EventDetail>(`/events/${id.toUpperCase()}`)).body;

  it('lists the risk factors with their points and sentences, which add up to the score', async () => {
    const { event, why } = await detail();
    expect(event).toMatchObject({ id, decision: 'REVIEW', recordsAffected: 500, policy: { name: 'c reviews' } });
    const points = Object.fromEntries(why.riskFactors.map((factor) => [factor.code, factor.points]));
    expect(points).toMatchObject({ ACTION: 25, RESOURCE: 20, DESTINATION: 15, RECORDS: 10, CONTENT: 10 });
    expect(
      Math.min(
        100,
        why.riskFactors.reduce((sum, factor) => sum + factor.points, 0),
      ),
    ).toBe(event.riskScore);
    for (const { points: added, reason } of why.riskFactors) {
      expect(reason).toContain(` ${added} points.`);
      expect(event.reasons).toContain(reason);
    }
  });

  it('traces each policy of that time field by field, those that matched first', async () => {
    const { why } = await detail();
    expect(why.policiesTotal).toBe(5);
    expect(why.policies.map(({ name, matched, decided }) => [name, matched, decided])).toEqual([
      ['b watched', true, false],
      ['c reviews', true, true],
      ['a allows', true, false],
      ['d off', false, false],
      ['e other', false, false],
    ]);
    const [watched, reviews, , off, other] = why.policies;
    expect(watched).toMatchObject({ mode: 'MONITOR', decision: 'BLOCK', resource: 'ANY', isTruncated: false });
    expect(reviews?.fields).toEqual([
      { path: 'enabled', expected: true, actual: true, matched: true },
      { path: 'action', expected: 'EXPORT', actual: 'EXPORT', matched: true },
      { path: 'resource', expected: 'CUSTOMER_PII', actual: 'CUSTOMER_PII', matched: true },
      {
        path: 'condition.anyOf',
        expected: 'at least 1 of 2 matches',
        actual: '2 matched',
        matched: true,
        count: { of: 2, matched: 2 },
      },
      { path: 'condition.anyOf[0].destination', expected: 'EXTERNAL', actual: 'EXTERNAL_EMAIL', matched: true },
      { path: 'condition.anyOf[1].dlpTypes', expected: ['CPF'], actual: ['CPF'], matched: true },
    ]);
    expect(off?.fields.filter(({ matched }) => !matched).map(({ path }) => path)).toEqual(['enabled']);
    expect(other?.fields.filter(({ matched }) => !matched).map(({ path }) => path)).toEqual([
      'action',
      'resource',
      'condition.minRiskScore',
    ]);
  });

  it('shows the review and the entries of the chain about the event', async () => {
    const { review, audit, event } = await detail();
    expect(review).toMatchObject({
      eventId: id,
      status: 'PENDING',
      approverRoles: ['OWNER', 'ADMIN'],
      canResolve: true,
    });
    const entries = await readAuditEntries(service.database, ACME);
    const recorded = entries.find(({ seq }) => seq === event.seq);
    expect(audit).toEqual([
      {
        seq: event.seq,
        at: recorded?.at,
        kind: 'decision.recorded',
        actor: { ...recorded?.actor, name: 'live' },
        hash: recorded?.hash,
        prevHash: recorded?.prevHash,
      },
    ]);
  });

  it('has no review and no policy where there is none', async () => {
    const plain = await call(service.baseUrl, '/v1/events', { body: { ...BODY, action: 'READ_DATA' } });
    const { body } = await owner.call<EventDetail>(`/events/${plain.body.id}`);
    expect(body).toMatchObject({ why: { policies: [], policiesTotal: 0 } });
    expect(body.review === null).toBe(plain.body.review === null);
  });

  it('lists at most 100 policies and 100 fields of each, and says that there are more', async () => {
    const anyOf = Array.from({ length: 150 }, () => ({ minRecords: 1 }));
    const policies = Array.from({ length: 130 }, (_, index) => ({
      name: `policy ${String(index).padStart(3, '0')}`,
      action: index === 129 ? 'EXPORT' : 'DELETE',
      decision: 'ALLOW',
      ...(index === 129 && { condition: { anyOf } }),
    }));
    await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
    const decided = await call(service.baseUrl, '/v1/events', { body: BODY });
    const { why } = (await owner.call<EventDetail>(`/events/${decided.body.id}`)).body;
    expect(why.policies).toHaveLength(100);
    expect(why.policiesTotal).toBe(130);
    expect(why.policies[0]).toMatchObject({ name: 'policy 129', matched: true, isTruncated: true });
    expect(why.policies[0]?.fields).toHaveLength(100);
  });
});

/** GET /events/{id}: 400 for a malformed id, 401 without a session, 404 for an unknown or foreign event. */
describe('refusals', () => {
  let service: TestService;
  let id: string;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    id = (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.id;
  });
  afterAll(() => service.stop());

  it('answers each as it should', async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    expect((await owner.call(`/events/${id}`)).status).toBe(200);
    const malformed = await owner.call('/events/abc');
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({ fields: { id: expect.any(String) } });
    expect((await owner.call('/events/00000000-0000-0000-0000-000000000000')).status).toBe(404);
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    const foreign = await stranger.call(`/events/${id}`);
    expect(foreign.status).toBe(404);
    expect(foreign.body.error).toBe('not_found');
    expect((await openBrowser(service.baseUrl).call(`/events/${id}`)).status).toBe(401);
  });
});
