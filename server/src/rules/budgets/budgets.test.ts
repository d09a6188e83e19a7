// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: every change of a budget is in the chain whole, holds at once, and loosens nothing unseen. Its window tells
 * exactly what was let through.
 */
import {
  BUDGETS_MAX,
  type BudgetApplyResponse,
  type BudgetDetail,
  type BudgetImpact,
  type BudgetList,
  type BudgetListResponse,
  type BudgetUsage,
  type Decision,
  type Proposal,
} from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, BOUND_KEY, call, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

const ACT = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA', recordsAffected: 5 };
const READS = {
  name: 'Reads',
  measure: 'COUNT',
  limit: 2,
  window: 'MONTH',
  per: 'ORGANIZATION',
  action: 'READ',
  onExceed: 'REVIEW',
};

let service: TestService;
let owner: Browser;
let admin: Browser;
let member: Browser;
let stranger: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  const names = [PEOPLE.owner, PEOPLE.admin, PEOPLE.member, PEOPLE.stranger] as const;
  [owner, admin, member, stranger] = (await Promise.all(names.map((one) => signIn(service.baseUrl, one)))) as [
    Browser,
    Browser,
    Browser,
    Browser,
  ];
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const table of ['budgets', 'counters', 'proposals', 'rate_windows']) {
    await readRows(service.database, `DELETE FROM svc.${table}`);
  }
  await switchTo(false);
});

const switchTo = async (isOn: boolean) => {
  await readRows(service.database, `UPDATE svc.organizations SET loosen_needs_two = ${isOn}`);
  await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
};
const ask = async (over: object = {}) =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body: { ...ACT, ...over } })).body.decision;
const create = async (over: object = {}) => {
  const { status, body } = await admin.call<BudgetDetail>('/budgets', { body: { ...READS, ...over } });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};
const read = async (id: string) => (await member.call<BudgetDetail>(`/budgets/${id}`)).body;
const change = (id: string, body: object) => admin.call<BudgetDetail>(`/budgets/${id}`, { method: 'PATCH', body });
const lastEntries = async (count: number) => (await readAuditEntries(service.database, ACME)).slice(-count);

describe('a budget of a person', () => {
  it('is read with the use of its window, and holds for the next decision', async () => {
    const made = await create();
    expect(made).toMatchObject({ ...READS, enabled: true, resource: 'ANY', mode: 'ENFORCE', approverRoles: [] });
    expect([await ask(), await ask(), await ask()]).toEqual(['ALLOW', 'ALLOW', 'REVIEW']);
    expect((await read(made.id)).current).toMatchObject({ used: 2, limit: 2, counts: 1, bucket: '', agent: null });
    const { body } = await member.call<BudgetList>('/budgets?q=read&sort=-name');
    expect(body).toMatchObject({ total: 1, items: [{ id: made.id, current: { used: 2 } }] });
    expect((await member.call<BudgetList>('/budgets?sandbox=true')).body.items[0]?.current.used).toBe(0);
  });

  it('keeps its count by another limit, and begins anew by another window', async () => {
    const { id } = await create();
    expect([await ask(), await ask()]).toEqual(['ALLOW', 'ALLOW']);
    await change(id, { limit: 3 });
    expect([await ask(), await ask()]).toEqual(['ALLOW', 'REVIEW']);
    const { body } = await change(id, { window: 'WEEK' });
    expect(body.current).toMatchObject({ used: 0, counts: 0 });
    expect(await ask()).toBe('ALLOW');
    expect((await read(id)).current.used).toBe(1);
  });

  it('stands whole in the entry of each change', async () => {
    const { id } = await create({ description: 'How many', condition: { minRecords: 1 } });
    await change(id, { limit: 3, description: null });
    await change(id, { measure: 'RECORDS', condition: null });
    await admin.call(`/budgets/${id}/raise`, { body: { amount: 2, note: 'End of the month' } });
    await admin.call(`/budgets/${id}`, { method: 'DELETE' });
    const [created, limited, counted, raised, deleted] = await lastEntries(5);
    const whole = { ...READS, enabled: true, resource: 'ANY', mode: 'ENFORCE', approverRoles: [] };
    const first = { ...whole, description: 'How many', condition: { minRecords: 1 }, series: 1 };
    expect(created).toMatchObject({ kind: 'budget.created', subject: { id }, metadata: { after: first } });
    const { condition } = first;
    const { since } = (created?.metadata.after ?? expect.fail()) as { since: string };
    expect(limited).toMatchObject({
      kind: 'budget.updated',
      metadata: { before: { limit: 2, description: 'How many' }, changedFields: ['limit', 'description'] },
    });
    expect(limited?.metadata.after).toEqual({ ...whole, limit: 3, condition, series: 1, since });
    expect(counted?.metadata.after).toMatchObject({ measure: 'RECORDS', series: 2, since: expect.any(String) });
    expect(counted?.metadata.after).not.toHaveProperty('condition');
    expect(raised?.metadata).toMatchObject({ amount: 2, total: 2, windowStart: expect.any(String) });
    expect(JSON.stringify(raised)).not.toContain('End of the month');
    expect(deleted).toMatchObject({ kind: 'budget.deleted', metadata: { before: { limit: 3 } } });
    expect(await readRows(service.database, 'SELECT FROM svc.counters')).toEqual([]);
  });

  it('counts by agent, with its name, and tells past windows', async () => {
    const { id } = await create({ per: 'AGENT', window: 'HOUR' });
    await ask();
    await readRows(
      service.database,
      `INSERT INTO svc.counters SELECT organization_id, 'old', of, false, bucket, window_start - interval '2 hours',
         window_end - interval '2 hours', 1 FROM svc.counters`,
    );
    await readRows(service.database, `UPDATE svc.budgets SET since = now() - interval '1 day'`);
    const { body } = await member.call<BudgetUsage>(`/budgets/${id}/usage?windows=3`);
    expect(body.windows).toMatchObject([
      { used: 1, limit: 2, agent: { name: 'billing-bot' }, resource: null },
      { used: 1, agent: { name: 'billing-bot' } },
    ]);
    const [now, old] = body.windows.map(({ start }) => Date.parse(start));
    expect((now ?? 0) - (old ?? 0)).toBe(2 * 3_600_000);
    for (const windows of ['0', '91', 'x', '-1', '1.5']) {
      expect((await member.call(`/budgets/${id}/usage?windows=${windows}`)).status).toBe(400);
    }
  });

  it('is raised in the present window alone, by at most its limit', async () => {
    const { id } = await create();
    expect([await ask(), await ask(), await ask()]).toEqual(['ALLOW', 'ALLOW', 'REVIEW']);
    const raise = (amount: number, note = 'Closing') => admin.call(`/budgets/${id}/raise`, { body: { amount, note } });
    expect((await raise(3)).status).toBe(400);
    expect((await raise(1, '  ')).status).toBe(400);
    expect((await raise(1)).status).toBe(200);
    expect([await ask(), await ask()]).toEqual(['ALLOW', 'REVIEW']);
    expect((await raise(2)).status).toBe(400);
    expect((await raise(1)).body).toMatchObject({ current: { limit: 4 }, raised: { amount: 2, note: 'Closing' } });
    expect((await member.call(`/budgets/${id}/raise`, { body: { amount: 1, note: 'x' } })).status).toBe(403);
  });

  it('refuses what is wrong, what is taken and what is too many', async () => {
    const { id, updatedAt } = await create();
    const refused = async (body: object) => (await admin.call('/budgets', { body: { ...READS, ...body } })).body;
    expect(await refused({})).toMatchObject({ error: 'conflict', conflict: { reason: 'NAME_TAKEN' } });
    const approvals = { count: 2 };
    const block = await refused({ name: 'b', onExceed: 'BLOCK', approvals });
    expect(block).toMatchObject({ error: 'validation_error', fields: { approvals: expect.any(String) } });
    for (const wrong of [{ limit: 0 }, { limit: 1.5 }, { window: 'YEAR' }, { extra: 1 }, { action: 'READ_DATA' }]) {
      expect(await refused({ name: 'b', ...wrong })).toMatchObject({ error: 'validation_error' });
    }
    await change(id, { limit: 9 });
    expect((await change(id, { updatedAt, limit: 10 })).status).toBe(409);
    expect((await stranger.call(`/budgets/${id}`)).status).toBe(404);
    expect((await member.call('/budgets', { body: READS })).status).toBe(403);
    await readRows(
      service.database,
      `INSERT INTO svc.budgets (organization_id, id, name, spec, series, since, created_at, updated_at)
       SELECT organization_id, gen_random_uuid(), 'n' || n, spec, 1, now(), now(), now()
       FROM svc.budgets, generate_series(2, ${BUDGETS_MAX}) AS n`,
    );
    expect(await refused({ name: 'more' })).toMatchObject({ error: 'conflict', conflict: { reason: 'LIST_FULL' } });
    await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    const applied = await call(service.baseUrl, '/v1/budgets/apply', {
      body: { budgets: [{ ...READS, name: 'more' }] },
    });
    expect(applied).toMatchObject({ status: 409, body: { error: 'conflict' } });
  });

  it('warns of what it cannot count, of conditions that match nothing, and of too few approvers', async () => {
    const { id } = await create({
      measure: 'RECORDS',
      condition: { dlpTypes: [] },
      approverRoles: ['OWNER'],
      approvals: { count: 5 },
    });
    const codes = (await read(id)).warnings.map(({ code, path }) => `${code} ${path}`);
    expect(codes).toEqual(['EMPTY_LIST condition.dlpTypes', 'NO_NUMBER measure', 'TOO_FEW_APPROVERS approvals.count']);
  });
});

describe('before it is saved', () => {
  it('tells what it would have stopped, of the acts that were let through, in the order of time', async () => {
    const acts = [5, 5, 200, null, 1].map((recordsAffected) => ({
      ...ACT,
      recordsAffected: recordsAffected ?? undefined,
    }));
    await readRows(service.database, 'DELETE FROM svc.events');
    for (const act of acts) expect((await call(service.baseUrl, '/v1/events', { body: act })).status).toBe(200);
    const impactOf = async (over: object) =>
      (await member.call<BudgetImpact>('/budgets/impact', { body: { budget: { ...READS, ...over }, days: 30 } })).body;
    const found = await impactOf({ limit: 2 });
    expect(found).toMatchObject({ days: 30, complete: true, events: 5, budgets: [{ name: 'Reads', counts: 1 }] });
    expect(found.budgets).toMatchObject([{ stopped: 3, fullCounts: 1 }]);
    expect((await impactOf({ measure: 'RECORDS', limit: 11 })).budgets).toMatchObject([{ stopped: 2, counts: 1 }]);
    expect((await impactOf({ action: 'DELETE' })).budgets).toMatchObject([{ stopped: 0, counts: 0 }]);
    const body = { budgets: [{ ...READS, limit: 4 }], dryRun: true, impactDays: 1 };
    const planned = await call<BudgetApplyResponse>(service.baseUrl, '/v1/budgets/apply', { body, key: LIVE_KEY });
    expect(planned.body.impact).toMatchObject({ days: 1, budgets: [{ stopped: 1 }] });
    const written = await call(service.baseUrl, '/v1/budgets/apply', {
      body: { ...body, dryRun: false },
      key: LIVE_KEY,
    });
    expect(written).toMatchObject({ status: 400, body: { fields: { impactDays: expect.any(String) } } });
    expect((await member.call('/budgets/impact', { body: { budget: READS, days: 91 } })).status).toBe(400);
  });
});

describe('where a second person agrees', () => {
  const waits = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    expect([status, body]).toMatchObject([409, { error: 'needs_second_person' }]);
    return (body as { proposal: { id: string } }).proposal.id;
  };
  const accept = (id: string) => owner.call<Proposal>(`/proposals/${id}/accept`, { method: 'POST', body: {} });

  it('each loosening waits, and no tightening does', async () => {
    const { id } = await create({ approverRoles: ['OWNER', 'ADMIN'], approverGroups: ['dpo'] });
    await switchTo(true);
    const stricter = [{ limit: 1 }, { approverGroups: [] }, { approverRoles: ['OWNER'] }, { onExceed: 'BLOCK' }];
    for (const body of [...stricter, { description: 'x' }]) expect((await change(id, body)).status).toBe(200);
    const looser = [{ limit: 2 }, { enabled: false }, { mode: 'MONITOR' }, { per: 'AGENT' }, { onExceed: 'REVIEW' }];
    for (const body of looser) await waits(change(id, body));
    for (const body of [{ approverRoles: [] }, { approverGroups: ['dpo'] }]) await waits(change(id, body));
    const raise = await waits(admin.call(`/budgets/${id}/raise`, { body: { amount: 1, note: 'Closing' } }));
    expect((await accept(raise)).body).toMatchObject({ status: 'ACCEPTED' });
    expect((await read(id)).current.limit).toBe(2);
    expect((await accept(await waits(change(id, { limit: 4 })))).body).toMatchObject({ status: 'ACCEPTED' });
    const deletion = await waits(admin.call(`/budgets/${id}`, { method: 'DELETE' }));
    expect((await accept(deletion)).body).toMatchObject({ status: 'ACCEPTED' });
    expect((await member.call(`/budgets/${id}`)).status).toBe(404);
  });

  it('so does what a key applies', async () => {
    await create();
    await switchTo(true);
    const body = { budgets: [{ ...READS, limit: 9 }], prune: true };
    const id = await waits(call(service.baseUrl, '/v1/budgets/apply', { body, key: LIVE_KEY }));
    expect((await accept(id)).body).toMatchObject({ status: 'ACCEPTED' });
    expect((await member.call<BudgetList>('/budgets')).body.items).toMatchObject([{ limit: 9 }]);
  });
});

describe('budgets of a key', () => {
  const apply = async (body: object, key = LIVE_KEY) =>
    await call<BudgetApplyResponse>(service.baseUrl, '/v1/budgets/apply', { body, key });
  const listed = async () => (await call<BudgetListResponse>(service.baseUrl, '/v1/budgets')).body.budgets;

  it('are planned, applied, applied again without a change, and pruned', async () => {
    const budgets = [READS, { ...READS, name: 'Deletes', action: 'DELETE', onExceed: 'BLOCK' }];
    const planned = await apply({ budgets, dryRun: true });
    const changes = [
      { name: 'Reads', op: 'create' },
      { name: 'Deletes', op: 'create' },
    ];
    expect(planned.body).toEqual({ dryRun: true, changes, warnings: [] });
    expect(await listed()).toEqual([]);
    expect((await apply({ budgets })).body.changes).toEqual(changes);
    const stored = await listed();
    expect(stored.map(({ name }) => name)).toEqual(['Deletes', 'Reads']);
    expect((await apply({ budgets: stored })).body.changes.map(({ op }) => op)).toEqual(['unchanged', 'unchanged']);
    const pruned = await apply({ budgets: [{ ...READS, limit: 5 }], prune: true });
    expect(pruned.body.changes).toEqual([
      { name: 'Reads', op: 'update' },
      { name: 'Deletes', op: 'delete' },
    ]);
    const kinds = (await lastEntries(2)).map(({ kind, actor }) => `${kind} ${actor.type}`);
    expect(kinds).toEqual(['budget.updated key', 'budget.deleted key']);
    expect(await listed()).toMatchObject([{ name: 'Reads', limit: 5 }]);
  });

  it('are refused with the path of each fault, and for other keys', async () => {
    const block = { ...READS, name: 'b', onExceed: 'BLOCK', approvals: {} };
    const { status, body } = await apply({ budgets: [READS, block, READS] });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      fields: { 'budgets[1].approvals': expect.any(String), 'budgets[2].name': expect.stringContaining('budgets[0]') },
    });
    expect((await apply({ budgets: [{ ...READS, limit: 'x' }] })).body).toMatchObject({
      fields: { 'budgets[0].limit': expect.any(String) },
    });
    for (const key of [TEST_KEY, BOUND_KEY]) expect((await apply({ budgets: [] }, key)).status).toBe(403);
  });
});
