// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/apply: 400 with exact paths, 401, 403, 413 and 429. */
import type { ErrorBody, PolicyApplyResponse, PolicyListResponse } from '@svc/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACME,
  acme,
  BOUND_KEY,
  call,
  OFFICE_KEY,
  openOrganization,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { storePolicies } from '#harness/service/large-policies.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

describe('refusals', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization();
  });
  afterAll(() => service.stop());

  /** The limit of 60 a minute is tested elsewhere. */
  async function apply(body: unknown, options: object = {}) {
    await readRows(service.database, 'DELETE FROM svc.rate_windows');
    return await call(service.baseUrl, '/v1/policies/apply', { body, ...options });
  }

  const OK = { name: 'ok', action: 'READ', decision: 'ALLOW' };
  const asked = (approvals: object) => ({ ...OK, decision: 'REVIEW', approvals });
  const nested = (levels: number): object => (levels === 0 ? { minRecords: 1 } : { allOf: [nested(levels - 1)] });
  const pathOf = (levels: number): string => `policies[0].condition${'.allOf[0]'.repeat(levels)}`;

  const CASES: [title: string, body: unknown, path: string][] = [
    ['no policies', {}, 'policies'],
    ['policies that are no list', { policies: {} }, 'policies'],
    ['a policy that is no object', { policies: ['x'] }, 'policies[0]'],
    ['an unknown field beside them', { policies: [], prun: true }, 'prun'],
    ['prune as text', { policies: [], prune: 'true' }, 'prune'],
    ['an impact of what is written', { policies: [], impactDays: 7 }, 'impactDays'],
    ['an impact of no days', { policies: [], dryRun: true, impactDays: 0 }, 'impactDays'],
    ['an impact of 91 days', { policies: [], dryRun: true, impactDays: 91 }, 'impactDays'],
    ['no name', { policies: [{ action: 'READ', decision: 'ALLOW' }] }, 'policies[0].name'],
    ['an empty name', { policies: [{ ...OK, name: '' }] }, 'policies[0].name'],
    ['a name of 121 characters', { policies: [OK, { ...OK, name: 'x'.repeat(121) }] }, 'policies[1].name'],
    ['one name twice', { policies: [OK, { ...OK, action: 'WRITE' }] }, 'policies[1].name'],
    ['an event action as the family', { policies: [{ ...OK, action: 'READ_DATA' }] }, 'policies[0].action'],
    ['an unknown decision', { policies: [{ ...OK, decision: 'DENY' }] }, 'policies[0].decision'],
    ['an unknown mode', { policies: [{ ...OK, mode: 'WATCH' }] }, 'policies[0].mode'],
    ['an unknown role', { policies: [{ ...OK, approverRoles: ['OWNER', 'BOSS'] }] }, 'policies[0].approverRoles[1]'],
    ['a role twice', { policies: [{ ...OK, approverRoles: ['OWNER', 'OWNER'] }] }, 'policies[0].approverRoles'],
    ['an unknown resource', { policies: [{ ...OK, resource: 'customers' }] }, 'policies[0].resource'],
    [
      'a description of 501 characters',
      { policies: [{ ...OK, description: 'x'.repeat(501) }] },
      'policies[0].description',
    ],
    ['enabled as text', { policies: [{ ...OK, enabled: 'yes' }] }, 'policies[0].enabled'],
    ['a null condition', { policies: [{ ...OK, condition: null }] }, 'policies[0].condition'],
    ['an unknown field of a policy', { policies: [{ ...OK, decison: 'ALLOW' }] }, 'policies[0].decison'],
    [
      'an unknown field deep in a condition',
      { policies: [{ ...OK, condition: { anyOf: [{}, { allOf: [{ minRecord: 1 }] }] } }] },
      'policies[0].condition.anyOf[1].allOf[0].minRecord',
    ],
    [
      'a value of another type in a group',
      { policies: [{ ...OK, condition: { allOf: [{}, { minRecords: '1' }] } }] },
      'policies[0].condition.allOf[1].minRecords',
    ],
    [
      'more records than a double holds exactly',
      { policies: [{ ...OK, condition: { minRecords: 9_007_199_254_740_992 } }] },
      'policies[0].condition.minRecords',
    ],
    [
      'a risk score of 101',
      { policies: [{ ...OK, condition: { minRiskScore: 101 } }] },
      'policies[0].condition.minRiskScore',
    ],
    [
      'an unknown action word',
      { policies: [{ ...OK, condition: { action: 'SEND' } }] },
      'policies[0].condition.action',
    ],
    [
      'an unknown dlp type',
      { policies: [{ ...OK, condition: { dlpTypes: ['SSN'] } }] },
      'policies[0].condition.dlpTypes[0]',
    ],
    [
      'an empty agent id',
      { policies: [{ ...OK, condition: { agentIds: [''] } }] },
      'policies[0].condition.agentIds[0]',
    ],
    ['approvals of a BLOCK', { policies: [{ ...OK, decision: 'BLOCK', approvals: {} }] }, 'policies[0].approvals'],
    ['approvals by nobody', { policies: [asked({ count: 0 })] }, 'policies[0].approvals.count'],
    ['approvals by six', { policies: [asked({ count: 6 })] }, 'policies[0].approvals.count'],
    ['approvals for four minutes', { policies: [asked({ validMinutes: 4 })] }, 'policies[0].approvals.validMinutes'],
    ['signed approvals in words', { policies: [asked({ signed: 'yes' })] }, 'policies[0].approvals.signed'],
    ['grants in words', { policies: [asked({ grants: 'no' })] }, 'policies[0].approvals.grants'],
    ['33 levels of groups', { policies: [{ ...OK, condition: nested(33) }] }, `${pathOf(32)}.allOf`],
  ];

  describe('400', () => {
    it.each(CASES)('%s', async (_title, body, path) => {
      const answer = await apply(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toBe('validation_error');
      expect(Object.keys(answer.body.fields ?? {})).toContain(path);
    });

    it('but 32 levels pass', async () => {
      expect((await apply({ policies: [{ ...OK, condition: nested(32) }], dryRun: true })).status).toBe(200);
    });

    it('names every fault of a payload, and writes none of it', async () => {
      const answer = await apply({
        policies: [
          { ...OK, decision: 'X' },
          { ...OK, name: 'y' },
          { ...OK, name: '' },
        ],
      });
      expect(Object.keys(answer.body.fields ?? {})).toEqual(['policies[0].decision', 'policies[2].name']);
      const { body } = await call<PolicyListResponse>(service.baseUrl, '/v1/policies');
      expect(body.policies.map(({ name }) => name)).not.toContain('y');
    });
  });

  it('403 for a key that is no org-wide LIVE key, before size and validation, on a dry run too', async () => {
    for (const key of [TEST_KEY, BOUND_KEY]) {
      for (const raw of [JSON.stringify({ policies: [], dryRun: true }), 'x'.repeat(300_000)]) {
        const answer = await apply(undefined, { key, raw });
        expect(answer.status).toBe(403);
        expect(answer.body).toMatchObject({
          error: 'forbidden',
          message: 'policies:apply requires an org-wide LIVE key',
        });
      }
    }
    expect((await apply({ policies: [] }, { key: OFFICE_KEY })).status).toBe(403);
  });

  it('401 without a key, 413 for a body that is too large', async () => {
    expect((await apply({ policies: [] }, { key: null })).status).toBe(401);
    expect((await apply(undefined, { raw: ' '.repeat(204_801) })).status).toBe(413);
  });

  const ALLOWED = { action: 'READ', decision: 'ALLOW' } as const;
  const OF_MANY = { agentIds: Array.from({ length: 2_000 }, (_, index) => `${'x'.repeat(95)}${index}`) };

  it.each([
    ['number', Array.from({ length: 5_000 }, (_, index) => ({ ...ALLOWED, name: `p${index}` }))],
    ['bytes', Array.from({ length: 40 }, (_, index) => ({ ...ALLOWED, name: `l${index}`, condition: OF_MANY }))],
  ])('refuses a set that would be too large by %s, and lets it shrink', async (_by, policies) => {
    await storePolicies(service.database, ACME, policies);
    const agentIds = Array.from({ length: 1_900 }, (_, index) => `${'y'.repeat(90)}${index}`);
    const refused = await apply({ policies: [{ ...OK, name: 'one more', condition: { agentIds } }] });
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toHaveProperty('policies');
    expect((await apply({ policies: [OK], prune: true, dryRun: true })).status).toBe(200);
  });
});

describe('429', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await openOrganization({ provisioning: () => acme({ policies: ' []' }) });
  });
  afterEach(() => service.stop());

  const apply = <Body = ErrorBody>(body: object) => call<Body>(service.baseUrl, '/v1/policies/apply', { body });
  const policies = (count: number, decision = 'ALLOW') =>
    Array.from({ length: count }, (_, index) => ({ name: `p${index}`, action: 'READ', decision }));
  const names = async () =>
    (await call<PolicyListResponse>(service.baseUrl, '/v1/policies')).body.policies.map(({ name }) => name);
  const entries = async () => (await readAuditEntries(service.database, ACME)).length;

  /** Sets the changes that the organization has made so far, and their time. */
  const setSpent = (column: 'changes' | 'changed_bytes', spent: number, ago: string) =>
    readRows(
      service.database,
      `UPDATE svc.policy_set_versions SET ${column} = $1, created_at = now() - $2::interval
     WHERE version = (SELECT max(version) FROM svc.policy_set_versions) AND source = 'policies-as-code'`,
      [spent, ago],
    );

  it('counts each changed policy, refuses what goes beyond the day, and says until when', async () => {
    await apply({ policies: policies(3) });
    const [version] = await readRows(
      service.database,
      `SELECT changes, changed_bytes::int AS bytes FROM svc.policy_set_versions WHERE source = 'policies-as-code'`,
    );
    expect(version?.changes).toBe(3);
    expect(version?.bytes).toBeGreaterThan(100);
    await setSpent('changes', 19_998, '23 hours');
    const before = await entries();
    const refused = await apply({ policies: policies(3, 'BLOCK') });
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe('rate_limited');
    expect(refused.body.message).toMatch(/may change 20000 policies/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
    expect(await entries()).toBe(before);
    expect((await apply({ policies: policies(2, 'BLOCK') })).status).toBe(200);
    expect((await apply({ policies: policies(1, 'REVIEW') })).status).toBe(429);
  });

  it('leaves dry runs, unchanged sets and other organizations alone, and takes changes again after a day', async () => {
    await apply({ policies: policies(1) });
    await setSpent('changes', 20_000, '1 hour');
    const dry = await apply<PolicyApplyResponse>({ policies: policies(1, 'BLOCK'), dryRun: true });
    expect(dry.body.changes).toEqual([{ name: 'p0', op: 'update' }]);
    expect((await apply({ policies: policies(1) })).status).toBe(200);
    expect((await apply({ policies: [], prune: true })).status).toBe(429);
    await setSpent('changes', 20_000, '24 hours');
    expect((await apply({ policies: [], prune: true })).status).toBe(200);
    expect(await names()).toEqual([]);
  });

  it('counts the bytes of what was and of what is', async () => {
    const long = [{ name: 'long', action: 'READ', decision: 'ALLOW', description: 'x'.repeat(500) }];
    await apply({ policies: long });
    await setSpent('changed_bytes', 199_999_000, '1 hour');
    const refused = await apply({ policies: [{ ...long[0], decision: 'BLOCK' }] });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 3_600);
    expect((await apply({ policies: policies(1) })).status).toBe(200);
  });

  it('never holds the file of the operator up, nor counts it', async () => {
    await apply({ policies: policies(1) });
    await setSpent('changes', 20_000, '1 hour');
    const file = ` [{ name: operator, action: READ, decision: BLOCK }]`;
    await service.provision(acme({ policies: file }));
    expect(await names()).toContain('operator');
  });
});
