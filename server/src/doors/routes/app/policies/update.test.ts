// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { AppErrorBody, PolicyDetail } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** PATCH /policies/{id}: fields that are sent change, others stay, the id too; the next decision follows. */
describe('200', () => {
  let service: TestService;
  let admin: Browser;
  let policy: PolicyDetail;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
    admin = await signIn(service.baseUrl, PEOPLE.admin);
    const body = { name: 'Reads', action: 'READ', decision: 'BLOCK', description: 'why', condition: { maxRecords: 5 } };
    policy = (await admin.call<PolicyDetail>('/policies', { body })).body;
  });
  afterAll(() => service.stop());

  async function update(change: object): Promise<PolicyDetail> {
    const body = { updatedAt: policy.updatedAt, ...change };
    const answer = await admin.call<PolicyDetail>(`/policies/${policy.id}`, { method: 'PATCH', body });
    expect(answer.status).toBe(200);
    policy = answer.body;
    return policy;
  }
  const decide = async () => {
    const body = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 1 };
    return (await call(service.baseUrl, '/v1/events', { body })).body;
  };

  it('changes what is sent, and the next decision follows', async () => {
    expect(await decide()).toMatchObject({ decision: 'BLOCK' });
    expect(await update({ decision: 'REVIEW' })).toMatchObject({ description: 'why', condition: { maxRecords: 5 } });
    expect(await decide()).toMatchObject({ decision: 'REVIEW' });
    await update({ enabled: false });
    expect(await decide()).toMatchObject({ decision: 'ALLOW', policy: null });
  });

  it('takes a description and a condition away by null', async () => {
    const after = await update({ description: null, condition: null, enabled: true });
    expect('description' in after || 'condition' in after).toBe(false);
  });

  it('keeps the id over another name, and tells both names in the entry', async () => {
    const { id } = policy;
    expect(await update({ name: 'All reads' })).toMatchObject({ id, name: 'All reads' });
    const entry = (await readAuditEntries(service.database, ACME)).at(-1);
    expect(entry).toMatchObject({
      kind: 'policy.updated',
      metadata: { changedFields: ['name'], before: { name: 'Reads' }, after: { name: 'All reads' }, source: 'app' },
    });
  });

  it('makes no version of a change that changes nothing', async () => {
    const versions = () => readRows(service.database, 'SELECT version FROM svc.policy_set_versions');
    const before = await versions();
    const { updatedAt } = policy;
    await update({ enabled: true, decision: policy.decision, resource: null });
    expect(policy.updatedAt).toBe(updatedAt);
    expect(await versions()).toEqual(before);
  });

  it('keeps test cases without a version, and runs them before a later change', async () => {
    const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
    const tests = [{ name: 'a read', input, expect: { decision: 'REVIEW' } }];
    const after = await update({ tests, testsUpdatedAt: null });
    expect(after.tests).toEqual(tests);
    expect((await readAuditEntries(service.database, ACME)).at(-1)?.kind).toBe('policy.tests_changed');
    const body = { updatedAt: after.updatedAt, decision: 'ALLOW' };
    const refused = await admin.call(`/policies/${after.id}`, { method: 'PATCH', body });
    expect([refused.status, refused.body.error]).toEqual([409, 'tests_failed']);
    expect((await update({ decision: 'ALLOW', saveAnyway: true })).decision).toBe('ALLOW');
  });
});

/** PATCH /policies/{id}: of two people who save at once one wins, and the other sees the policy as it is now. */
describe('409', () => {
  let service: TestService;
  let owner: Browser;
  let admin: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
    owner = await signIn(service.baseUrl, PEOPLE.owner);
    admin = await signIn(service.baseUrl, PEOPLE.admin);
  });
  afterAll(() => service.stop());

  const make = async (name: string) =>
    (await admin.call<PolicyDetail>('/policies', { body: { name, action: 'READ', decision: 'BLOCK' } })).body;

  it('lets one of many concurrent changes win, and shows the others what it left', async () => {
    const { id, updatedAt } = await make('Contested');
    const change = (browser: Browser, description: string) =>
      browser.call<PolicyDetail & AppErrorBody>(`/policies/${id}`, {
        method: 'PATCH',
        body: { updatedAt, description },
      });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => change(at % 2 === 0 ? owner : admin, `change ${at}`)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status === 200) continue;
      expect([status, body.error]).toEqual([409, 'conflict']);
      expect(body.conflict?.current).toMatchObject({ id, description: winners[0]?.body.description });
    }
  });

  it('sees test cases that another person kept meanwhile', async () => {
    const { id, updatedAt } = await make('With cases');
    const input = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
    const keep = (browser: Browser, name: string) => {
      const body = { updatedAt, testsUpdatedAt: null, tests: [{ name, input }] };
      return browser.call<AppErrorBody>(`/policies/${id}`, { method: 'PATCH', body });
    };
    expect((await keep(owner, 'first')).status).toBe(200);
    const { status, body } = await keep(admin, 'second');
    expect([status, body.conflict?.current]).toEqual([
      409,
      expect.objectContaining({ tests: [{ name: 'first', input }] }),
    ]);
  });

  it('gives no policy the name of another one', async () => {
    const { id, updatedAt } = await make('First name');
    await make('Second name');
    const body = { updatedAt, name: 'SECOND name' };
    const answer = await admin.call<AppErrorBody>(`/policies/${id}`, { method: 'PATCH', body });
    expect([answer.status, answer.body.conflict?.current]).toEqual([
      409,
      expect.objectContaining({ name: 'Second name' }),
    ]);
  });
});
