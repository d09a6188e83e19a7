// SPDX-License-Identifier: Apache-2.0
/** The versions of a policy set: every state of it, who made it, what changed, and the way back. */
import type { AppErrorBody, PolicyDetail, PolicyRestored, PolicyVersionDetail, PolicyVersionList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
let first: PolicyDetail;
let second: PolicyDetail;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  const condition = { anyOf: [{ minRecords: 5 }, { destination: 'EXTERNAL' }] };
  first = await make({ name: 'First', action: 'READ', decision: 'BLOCK', condition });
  second = await make({ name: 'Second', action: 'READ', decision: 'ALLOW' });
  const changed = { anyOf: [{ minRecords: 9 }, { destination: 'EXTERNAL' }, { maxRecords: 1 }] };
  const body = { updatedAt: first.updatedAt, name: 'First again', condition: changed };
  await admin.call(`/policies/${first.id}`, { method: 'PATCH', body });
  await admin.call(`/policies/${second.id}`, { method: 'DELETE', body: {} });
  const policies = [{ name: 'By key', action: 'READ', decision: 'REVIEW' }];
  await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
});
afterAll(() => service.stop());

const ASKS = { name: 'Ask for deletions', action: 'DELETE', decision: 'REVIEW' };
const make = async (body: object) => (await admin.call<PolicyDetail>('/policies', { body })).body;
const list = async (query = '') => (await admin.call<PolicyVersionList>(`/policy-versions${query}`)).body;
const read = async (number: number) => (await admin.call<PolicyVersionDetail>(`/policy-versions/${number}`)).body;
const restore = (number: number, body: object = {}) =>
  admin.call<PolicyRestored & AppErrorBody>(`/policy-versions/${number}/restore`, { body });
const decide = async () => {
  const body = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders', recordsAffected: 7 };
  return (await call(service.baseUrl, '/v1/events', { body })).body;
};

it('lists who made each, from where, and how much it changed', async () => {
  const { items, current, nextCursor } = await list();
  expect([current, nextCursor]).toEqual([5, null]);
  expect(items.map(({ number, created, updated, deleted }) => [number, created, updated, deleted])).toEqual([
    [5, 1, 0, 0],
    [4, 0, 0, 1],
    [3, 0, 1, 0],
    [2, 1, 0, 0],
    [1, 1, 0, 0],
  ]);
  expect(items[0]).toMatchObject({ source: 'policies-as-code', actor: { type: 'key' }, restoredFrom: null });
  expect(items[0]?.keyPrefix).toEqual(expect.any(String));
  expect(items[1]).toMatchObject({ source: 'app', actor: { type: 'user', name: 'admin person' }, keyPrefix: null });
});

it('goes from page to page', async () => {
  const { items, nextCursor } = await list('?limit=2');
  expect(items.map(({ number }) => number)).toEqual([5, 4]);
  expect((await list(`?limit=3&cursor=${nextCursor}`)).items.map(({ number }) => number)).toEqual([3, 2, 1]);
});

it('tells a change field by field, into the condition', async () => {
  const { changes, changesTotal, policies, isCurrent } = await read(3);
  expect([changesTotal, isCurrent]).toEqual([1, false]);
  expect(changes).toEqual([
    {
      op: 'update',
      id: first.id,
      name: 'First again',
      isTruncated: false,
      fields: [
        { field: 'name', before: 'First', after: 'First again' },
        { field: 'condition.anyOf[0].minRecords', before: 5, after: 9 },
        { field: 'condition.anyOf[2]', before: null, after: { maxRecords: 1 } },
      ],
    },
  ]);
  expect(policies.map(({ name }) => name)).toEqual(['First again', 'Second']);
});

it('tells new and deleted policies whole', async () => {
  const { changes, policies } = await read(4);
  expect(changes[0]).toMatchObject({ op: 'delete', name: 'Second' });
  expect(changes[0]?.fields).toContainEqual({ field: 'decision', before: 'ALLOW', after: null });
  expect(policies.map(({ name }) => name)).toEqual(['First again']);
  expect((await read(1)).changes[0]?.fields).toContainEqual({ field: 'action', before: null, after: 'READ' });
});

it('leaves out what is too long to tell, and says so', async () => {
  const anyOf = (length: number) => Array.from({ length }, (_, at) => ({ minRecords: at }));
  const name = 'A long one';
  const apply = async (length: number) => {
    const policies = [{ name, action: 'READ', decision: 'ALLOW', condition: { anyOf: anyOf(length) } }];
    expect((await call(service.baseUrl, '/v1/policies/apply', { body: { policies } })).status).toBe(200);
  };
  await apply(500);
  await apply(700);
  const number = (await list()).current;
  const [change] = (await read(number)).changes;
  expect([change?.fields.length, change?.isTruncated]).toEqual([100, true]);
  await apply(5_000);
  expect((await read(number + 1)).changes[0]).toMatchObject({ name, fields: [], isTruncated: true });
});

it('brings a version back with the ids that its policies had, as a new version', async () => {
  const { current } = await list();
  const { status, body } = await restore(2, { current });
  expect([status, body.version]).toEqual([200, current + 1]);
  expect(body.changes).toEqual([
    { name: 'A long one', op: 'delete' },
    { name: 'By key', op: 'delete' },
    { name: 'First', op: 'update' },
    { name: 'Second', op: 'create' },
  ]);
  expect((await admin.call<PolicyDetail>(`/policies/${second.id}`)).body).toMatchObject({ name: 'Second' });
  expect(await decide()).toMatchObject({ decision: 'BLOCK', policy: { id: first.id, name: 'First' } });
  expect((await list()).items[0]).toMatchObject({ number: current + 1, restoredFrom: 2, source: 'app' });
  const entries = (await readAuditEntries(service.database, ACME)).slice(-5).filter(({ kind }) => kind !== 'decision');
  expect(entries.find(({ kind }) => kind === 'policy.updated')?.metadata).toMatchObject({
    restoredFrom: 2,
    policySetVersion: current + 1,
    before: { name: 'First again' },
    after: { name: 'First' },
  });
});

it('makes no version when nothing differs', async () => {
  const { current } = await list();
  expect((await restore(2)).body).toEqual({ version: current, changes: [] });
  expect((await list()).current).toBe(current);
});

it('refuses when another version is in force than the one that was read', async () => {
  const { current } = await list();
  const { status, body } = await restore(1, { current: current - 1 });
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect((await list()).current).toBe(current);
});

it('lets one of two concurrent restores of one state win', async () => {
  const { current } = await list();
  const answers = await Promise.all([restore(1, { current }), restore(4, { current })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it.each(['0', '999', '-1', 'nonsense', '1e3', '9'.repeat(15), '9'.repeat(30)])(
  'knows no version %s',
  async (number) => {
    expect((await admin.call(`/policy-versions/${number}`)).status).toBe(404);
    expect((await admin.call(`/policy-versions/${number}/restore`, { method: 'POST' })).status).toBe(404);
  },
);

it('shows nobody the versions of another organization', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call<PolicyVersionList>('/policy-versions')).body.items).toEqual([]);
  expect((await stranger.call('/policy-versions/1')).status).toBe(404);
  expect((await stranger.call('/policy-versions/1/restore', { method: 'POST' })).status).toBe(404);
});

it('keeps why a person changed policies with the version, as a commitment in the chain, until it is erased', async () => {
  const note = 'Ana Souza asked for it on the phone';
  const noted = (await admin.call<PolicyDetail>('/policies', { body: { ...ASKS, note } })).body;
  const update = { updatedAt: noted.updatedAt, decision: 'ALLOW', note: `${note}, twice` };
  expect((await admin.call(`/policies/${noted.id}`, { method: 'PATCH', body: update })).status).toBe(200);
  expect((await admin.call(`/policies/${noted.id}`, { method: 'DELETE', body: { note } })).status).toBe(204);
  const { current } = await list();
  const restored = await restore(current - 1, { note: `${note}, again` });
  expect(restored.status).toBe(200);
  const numbers = [current - 2, current - 1, current, current + 1];
  const notes = async () => await Promise.all(numbers.map(async (number) => (await read(number)).note));
  expect(await notes()).toEqual([note, `${note}, twice`, note, `${note}, again`]);
  const entries = (await readAuditEntries(service.database, ACME)).slice(-4);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'policy.created',
    'policy.updated',
    'policy.deleted',
    'policy.created',
  ]);
  const commitments = entries.map(({ metadata }) => metadata.noteCommitment);
  expect(new Set(commitments).size).toBe(4);
  expect(commitments).toEqual(commitments.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
  expect(JSON.stringify(entries)).not.toContain('Ana Souza');
  const erase = (number: number) => admin.call(`/policy-versions/${number}/erase-note`, { method: 'POST' });
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const path = `/policy-versions/${current}/erase-note`;
  expect((await member.call(path, { method: 'POST' })).status).toBe(403);
  expect([(await erase(current)).status, (await erase(current)).status, (await erase(9_999)).status]).toEqual([
    204, 409, 404,
  ]);
  expect(await notes()).toEqual([note, `${note}, twice`, null, `${note}, again`]);
  const last = (await readAuditEntries(service.database, ACME)).at(-1);
  expect([last?.kind, last?.subject.id, last?.metadata]).toMatchObject([
    'policy_version.note_erased',
    String(current),
    { source: 'app' },
  ]);
});

it('takes blank text for no note', async () => {
  await admin.call<PolicyDetail>('/policies', { body: { ...ASKS, name: 'Blank', note: ' \n ' } });
  const { current } = await list();
  expect((await read(current)).note).toBeNull();
  expect((await readAuditEntries(service.database, ACME)).at(-1)?.metadata).not.toHaveProperty('noteCommitment');
});
