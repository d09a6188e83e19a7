// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { AppErrorBody, PolicyDetail } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** POST /policies: a person makes a policy, which decides at once, with its test cases, a version and an entry. */
describe('201', () => {
  let service: TestService;
  let admin: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
    admin = await signIn(service.baseUrl, PEOPLE.admin);
  });
  afterAll(() => service.stop());

  const CASE = {
    name: 'many',
    input: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 9 },
  };

  it('makes a policy with its test cases, and tells what looks unintended', async () => {
    const tests = [{ ...CASE, expect: { decision: 'BLOCK', policy: 'Few reads' } }];
    const policy = { name: 'Few reads', action: 'READ', decision: 'BLOCK', condition: { minRecords: 5 }, tests };
    const { status, body } = await admin.call<PolicyDetail>('/policies', { body: policy });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'Few reads', enabled: true, mode: 'ENFORCE', resource: 'ANY', tests });
    expect(body.warnings.map(({ code, path }) => [code, path])).toEqual([['EVADED_BY_RECORDS', 'condition']]);
    expect(body.changedBy).toMatchObject({ version: 1, source: 'app', actor: { type: 'user', name: 'admin person' } });
    expect(body.canStandInFiles).toBe(true);
    const decided = await call(service.baseUrl, '/v1/events', {
      body: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 9 },
    });
    expect(decided.body).toMatchObject({ decision: 'BLOCK', policy: { id: body.id } });
    expect((await admin.call(`/policies/${body.id}`)).body).toEqual(body);
  });

  it('records the change with its author, its source and the policy', async () => {
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind.startsWith('policy.'));
    expect(entries.map(({ kind }) => kind)).toEqual(['policy.created', 'policy.tests_changed']);
    expect(entries[0]).toMatchObject({
      actor: { type: 'user' },
      metadata: { source: 'app', name: 'Few reads', policySetVersion: 1, after: { decision: 'BLOCK' } },
    });
    expect(entries[1]?.metadata).toMatchObject({ before: { cases: 0 }, after: { cases: 1 } });
    const select = 'SELECT version::int, source FROM svc.policy_set_versions';
    expect(await readRows(service.database, select)).toEqual([{ version: 1, source: 'app' }]);
  });

  it('keeps no metadata of a case, which may hold anything', async () => {
    const tests = [{ ...CASE, input: { ...CASE.input, metadata: { cpf: '529.982.247-25' } } }];
    const policy = { name: 'Second', action: 'WRITE', decision: 'ALLOW', tests };
    const { body } = await admin.call<PolicyDetail>('/policies', { body: policy });
    expect(body.tests).toEqual([CASE]);
    const [row] = await readRows<{ text: string }>(
      service.database,
      `SELECT string_agg(cases::text, '') AS text FROM svc.policy_cases`,
    );
    expect(row?.text).not.toContain('529.982');
  });

  it('names unknown agents, of which some or all are no agents', async () => {
    const id = '018f0000-0000-7000-8000-00000000ffff';
    const agentId = IDS.billingBot;
    const condition = { anyOf: [{ agentIds: [agentId.toUpperCase(), id] }, { agentIds: [id] }] };
    const policy = { name: 'Some agents', action: 'ANY', decision: 'ALLOW', condition };
    const { body } = await admin.call<PolicyDetail>('/policies', { body: policy });
    expect(body.agents).toEqual([{ id: agentId, name: 'billing-bot' }]);
    expect(body.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['UNKNOWN_AGENTS', 'condition.anyOf[0].agentIds'],
      ['NO_AGENT_MATCHES', 'condition.anyOf[1].agentIds'],
    ]);
  });
});

/** POST /policies refuses invalid policies and cases, names that look alike, and a policy whose own tests fail. */
describe('refusals', () => {
  let service: TestService;
  let admin: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
    admin = await signIn(service.baseUrl, PEOPLE.admin);
    await create({ name: 'Café reads' });
  });
  afterAll(() => service.stop());

  const create = (fields: object) =>
    admin.call<AppErrorBody>('/policies', { body: { name: 'p', action: 'READ', decision: 'BLOCK', ...fields } });
  const nested = (levels: number): object => (levels === 0 ? {} : { allOf: [nested(levels - 1)] });
  const CASE = { name: 'a case', input: { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' } };

  it.each<[object, string]>([
    [{ action: 'EXPORT_DATA' }, 'action'],
    [{ condition: { minRecord: 1 } }, 'condition.minRecord'],
    [{ condition: nested(33) }, `condition${'.allOf[0]'.repeat(32)}.allOf`],
    [{ name: 'p ' }, 'name'],
    [{ name: 'Cafe\u0301' }, 'name'],
    [{ name: '' }, 'name'],
    [{ tests: [{ ...CASE, input: { ...CASE.input, agent: 'nobody' } }] }, 'tests[0].input.agent'],
    [{ tests: new Array(51).fill(CASE) }, 'tests'],
  ])('%j: 400 with the path', async (fields, path) => {
    const { status, body } = await create(fields);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [path]]);
  });

  it.each(['Café reads', 'CAFÉ READS', 'Café  reads', 'Ｃafé reads'])(
    'the name %j: 409 with the policy',
    async (name) => {
      const { status, body } = await create({ name });
      expect([status, body.error]).toEqual([409, 'conflict']);
      expect(body.conflict?.current).toMatchObject({ name: 'Café reads' });
    },
  );

  it('a policy whose own test fails: 409 with every result, and saved when the person says so', async () => {
    const tests = [
      { ...CASE, expect: { decision: 'ALLOW' } },
      { ...CASE, expect: { decision: 'BLOCK' } },
    ];
    const failed = await create({ name: 'Tested', tests });
    expect([failed.status, failed.body.error]).toEqual([409, 'tests_failed']);
    expect(failed.body.results?.map(({ pass }) => pass)).toEqual([false, true]);
    expect((await create({ name: 'Tested', tests, saveAnyway: true })).status).toBe(201);
  });

  it('leaves nothing behind', async () => {
    const rows = await readRows(service.database, 'SELECT name FROM svc.policy_revisions ORDER BY name');
    expect(rows).toEqual([{ name: 'Café reads' }, { name: 'Tested' }]);
  });
});
