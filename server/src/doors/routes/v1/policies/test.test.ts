// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/test runs cases through the decision path, and records nothing. */
import type { ErrorBody, PolicyTestResponse } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ACME,
  BOUND_KEY,
  BOUND_TEST_KEY,
  call,
  OFFICE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization();
});
afterAll(() => service.stop());

describe('200', () => {
  const test = (body: object, key?: string) =>
    call<PolicyTestResponse>(service.baseUrl, '/v1/policies/test', { body, ...(key && { key }) });

  const DELETION = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'customers' };

  it('tells pass, fail and no expectation apart', async () => {
    const { body } = await test({
      cases: [
        { name: 'blocked', input: DELETION, expect: { decision: 'BLOCK', policy: 'Block deleting customers' } },
        { name: 'another policy', input: DELETION, expect: { decision: 'BLOCK', policy: 'x' } },
        { name: 'another decision', input: DELETION, expect: { decision: 'ALLOW' } },
        { name: 'nothing expected', input: DELETION },
      ],
    });
    expect(body.results.map(({ name, pass }) => [name, pass])).toEqual([
      ['blocked', true],
      ['another policy', false],
      ['another decision', false],
      ['nothing expected', null],
    ]);
    expect(body.results[0]).toMatchObject({ decision: 'BLOCK', matchedPolicy: 'Block deleting customers' });
  });

  it('answers what a real decision about the same facts answers', async () => {
    const input = { agent: 'billing-bot', action: 'EXPORT_DATA', resource: 'customers', destination: 'EXTERNAL_API' };
    const facts = { recordsAffected: 500 };
    const { body } = await test({ cases: [{ name: 'x', input: { ...input, ...facts } }] });
    const decided = await call(service.baseUrl, '/v1/events', { key: TEST_KEY, body: { ...input, ...facts } });
    const { decision, riskScore, riskLevel, reasons, policy } = decided.body;
    expect(body.results).toEqual([
      { name: 'x', decision, matchedPolicy: policy?.name, riskScore, riskLevel, reasons, pass: null },
    ]);
  });

  it('evaluates the policies of the body instead of the stored ones', async () => {
    const policies = [{ name: 'proposed', action: 'DELETE', decision: 'REVIEW' }];
    const { body } = await test({ policies, cases: [{ name: 'x', input: DELETION }] });
    expect(body.results[0]).toMatchObject({ decision: 'REVIEW', matchedPolicy: 'proposed' });
    const none = await test({ policies: [], cases: [{ name: 'x', input: DELETION }] });
    expect(none.body.results[0]?.matchedPolicy).toBeNull();
  });

  it('does not evaluate what is disabled', async () => {
    const policies = [{ name: 'off', action: 'DELETE', decision: 'BLOCK', enabled: false }];
    const { body } = await test({ policies, cases: [{ name: 'x', input: DELETION }] });
    expect(body.results[0]?.matchedPolicy).toBeNull();
  });

  it('takes containsSensitiveData in place of the scan, and 10 points for it', async () => {
    const policies = [
      { name: 'sensitive', action: 'READ', decision: 'REVIEW', condition: { containsSensitiveData: true } },
    ];
    const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
    const { body } = await test({
      policies,
      cases: [
        { name: 'with', input: { ...input, containsSensitiveData: true } },
        { name: 'without', input: { ...input, metadata: { any: ['thing'] } } },
      ],
    });
    const [withData, without] = body.results;
    expect([withData?.decision, without?.decision]).toEqual(['REVIEW', 'ALLOW']);
    expect((withData?.riskScore ?? 0) - (without?.riskScore ?? 0)).toBe(10);
  });

  it('takes any key, 0 and 200 cases', async () => {
    expect((await test({ cases: [] }, BOUND_TEST_KEY)).body.results).toEqual([]);
    const cases = Array.from({ length: 200 }, (_, index) => ({ name: `${index}`, input: DELETION }));
    expect((await test({ cases }, TEST_KEY)).body.results).toHaveLength(200);
  });

  it('records nothing', async () => {
    const count = async () => [
      (await readAuditEntries(service.database, ACME)).length,
      await readRows(service.database, 'SELECT count(*) FROM svc.events'),
    ];
    const before = await count();
    await test({ cases: [{ name: 'x', input: DELETION }] });
    expect(await count()).toEqual(before);
  });
});

describe('refusals', () => {
  const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const oneCase = (over: object) => ({ cases: [{ name: 'x', input: { ...input, ...over } }] });

  it.each([
    ['no cases', {}, 'cases'],
    ['201 cases', { cases: Array.from({ length: 201 }, () => ({ name: 'x', input })) }, 'cases'],
    ['an unknown agent', oneCase({ agent: 'nobody' }), 'cases[0].input.agent'],
    ['an unknown resource', oneCase({ resource: 'CUSTOMER_PII' }), 'cases[0].input.resource'],
    ['an agent id', oneCase({ agentId: 'x' }), 'cases[0].input.agentId'],
    ['content', oneCase({ content: 'x' }), 'cases[0].input.content'],
    ['a bad destination', oneCase({ destination: 'EXTERNAL' }), 'cases[0].input.destination'],
    ['metadata that is a list', oneCase({ metadata: [] }), 'cases[0].input.metadata'],
    ['a case without a name', { cases: [{ input }] }, 'cases[0].name'],
    ['an expectation without a decision', { cases: [{ name: 'x', input, expect: {} }] }, 'cases[0].expect.decision'],
    ['an unknown field of a case', { cases: [{ name: 'x', input, expected: {} }] }, 'cases[0].expected'],
    ['a bad policy', { policies: [{ name: 'p', action: 'READ', decision: 'NO' }], cases: [] }, 'policies[0].decision'],
    [
      'one policy name twice',
      { policies: Array.from({ length: 2 }, () => ({ name: 'p', action: 'READ', decision: 'ALLOW' })), cases: [] },
      'policies[1].name',
    ],
  ])('400 for %s', async (_title, body, path) => {
    const answer = await call(service.baseUrl, '/v1/policies/test', { body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toContain(path);
  });

  it('401 without a key, 403 from a foreign address, 413 for too much', async () => {
    const path = '/v1/policies/test';
    expect((await call(service.baseUrl, path, { key: null, body: { cases: [] } })).status).toBe(401);
    expect((await call(service.baseUrl, path, { key: OFFICE_KEY, body: { cases: [] } })).status).toBe(403);
    expect((await call(service.baseUrl, path, { raw: ' '.repeat(204_801) })).status).toBe(413);
  });

  it('names what could have been meant, or what exists, also for programs', async () => {
    const body = {
      cases: [
        { name: 'slips', input: { ...input, agent: 'biling-bot', resource: 'order' } },
        { name: 'others', input: { ...input, agent: 'nobody', resource: 'zzzzzzzz' } },
      ],
    };
    const answer = await call(service.baseUrl, '/v1/policies/test', { body });
    expect(answer.status).toBe(400);
    const { fields = {}, known } = answer.body as unknown as ErrorBody;
    expect(fields['cases[0].input.agent']).toBe('No agent has this name. Did you mean "billing-bot"?');
    expect(fields['cases[0].input.resource']).toMatch(/^No resource has this name\. Did you mean "orders"/);
    expect(fields['cases[1].input.agent']).toMatch(/^No agent has this name\. There are "[^"]+".* and .+\.$/);
    expect(known?.agents).toContain('billing-bot');
    expect(known?.resources).toContainEqual({ name: 'orders', classification: 'INTERNAL' });
    const bound = await call(service.baseUrl, '/v1/policies/test', { key: BOUND_KEY, body });
    expect((bound.body as unknown as ErrorBody).known?.agents).toHaveLength(1);
  });

  it('says nothing of names where all are known', async () => {
    const { body } = await call(service.baseUrl, '/v1/policies/test', { body: oneCase({ destination: 'EXTERNAL' }) });
    expect(body).not.toHaveProperty('known');
  });

  it('looks for a bounded number of slips, however many a request has', async () => {
    const cases = Array.from({ length: 200 }, (_, index) => ({
      name: 'x',
      input: { ...input, agent: `biling-bot${index}` },
    }));
    const { body } = await call(service.baseUrl, '/v1/policies/test', { body: { cases } });
    const guesses = Object.values(body.fields ?? {}).filter((sentence) => sentence.includes('Did you mean'));
    expect(guesses.length).toBeLessThanOrEqual(5);
    expect(Object.keys(body.fields ?? {})).toHaveLength(200);
  });
});
