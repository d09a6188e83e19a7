// SPDX-License-Identifier: Apache-2.0
/** POST /policies: a person makes a policy, which decides at once, with its test cases, a version and an entry. */
import type { PolicyDetail } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
  expect(row?.text).not.toContain('529');
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
