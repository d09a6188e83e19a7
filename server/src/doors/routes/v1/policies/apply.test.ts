// SPDX-License-Identifier: Apache-2.0
/** POST /v1/policies/apply brings the set to the payload, in one transaction, with a version and audit entries. */
import type { PolicyApplyResponse, PolicyListResponse } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ACME,
  acme,
  call,
  LIVE_KEY,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';

let service: TestService;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acme({ policies: ' []' }) });
});
afterEach(() => service.stop());

const apply = (body: object) => call<PolicyApplyResponse>(service.baseUrl, '/v1/policies/apply', { body });
const list = async () => (await call<PolicyListResponse>(service.baseUrl, '/v1/policies')).body.policies;
const policyEntries = async () =>
  (await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind.startsWith('policy.'));

const A = { name: 'a', action: 'READ', decision: 'ALLOW' };
const B = { name: 'b', action: 'DELETE', decision: 'BLOCK', condition: { minRecords: 10 } };

it('creates, updates, leaves alone and prunes by name, in the order of the payload', async () => {
  expect((await apply({ policies: [B, A] })).body.changes).toEqual([
    { name: 'b', op: 'create' },
    { name: 'a', op: 'create' },
  ]);
  const before = await list();
  const answer = await apply({ policies: [A, { ...B, decision: 'REVIEW' }, { ...A, name: 'c' }] });
  expect(answer.body.changes).toEqual([
    { name: 'a', op: 'unchanged' },
    { name: 'b', op: 'update' },
    { name: 'c', op: 'create' },
  ]);
  const after = await list();
  expect(after.map(({ id }) => id).slice(0, 2)).toEqual(before.map(({ id }) => id));
  expect(after[0]?.updatedAt).toBe(before[0]?.updatedAt);
  expect(after[1]?.decision).toBe('REVIEW');
  expect((await apply({ policies: [A], prune: true })).body.changes).toEqual([
    { name: 'a', op: 'unchanged' },
    { name: 'b', op: 'delete' },
    { name: 'c', op: 'delete' },
  ]);
  expect((await list()).map(({ name }) => name)).toEqual(['a']);
});

it('stores approvals, and warns where fewer members hold the roles than have to approve', async () => {
  const asked = (name: string, rest: object) => ({ name, action: 'DELETE', decision: 'REVIEW', ...rest });
  const two = asked('two', { approvals: { count: 2 } });
  const warned = await apply({ policies: [A, two, asked('one', { approvals: { notAsker: true, validMinutes: 5 } })] });
  expect(warned.body.warnings).toEqual([
    { path: 'policies[1].approvals.count', message: '"two" asks for 2 people, and 1 may approve: its reviews expire.' },
  ]);
  const [, one, stored] = await list();
  expect([one?.approvals, stored?.approvals]).toEqual([
    { count: 1, notAsker: true, validMinutes: 5 },
    { count: 2, notAsker: true },
  ]);
  expect((await apply({ policies: [two], dryRun: true })).body.changes).toEqual([{ name: 'two', op: 'unchanged' }]);
  const { metadata } = (await policyEntries()).find(({ metadata: { name } }) => name === 'two') ?? {};
  expect(metadata).toMatchObject({ after: { approvals: { count: 2, notAsker: true } } });
});

it('plans without writing on a dry run', async () => {
  const answer = await apply({ policies: [A], dryRun: true });
  expect(answer.body).toMatchObject({ dryRun: true, changes: [{ name: 'a', op: 'create' }] });
  expect(await list()).toEqual([]);
  expect(await policyEntries()).toEqual([]);
});

it('sees no change in defaults written out, in ids of a listing and in the order of roles', async () => {
  await apply({ policies: [{ ...A, approverRoles: ['ADMIN', 'MEMBER'] }] });
  const [listed] = await list();
  for (const same of [
    listed,
    { ...A, approverRoles: ['MEMBER', 'ADMIN'] },
    { ...A, resource: null, approverRoles: ['ADMIN', 'MEMBER'], enabled: true, mode: 'ENFORCE' },
    { ...A, resource: 'ANY', approverRoles: ['ADMIN', 'MEMBER'], id: 'whatever', updatedAt: 'never' },
  ]) {
    expect((await apply({ policies: [same] })).body.changes).toEqual([{ name: 'a', op: 'unchanged' }]);
  }
  const versions = await readRows(service.database, 'SELECT version::int FROM svc.policy_set_versions');
  expect(versions).toEqual([{ version: 1 }]);
});

it('replaces a policy whole', async () => {
  await apply({ policies: [{ ...B, description: 'why' }] });
  await apply({ policies: [{ name: 'b', action: 'DELETE', decision: 'BLOCK' }] });
  const [policy] = await list();
  expect(policy).not.toHaveProperty('condition');
  expect(policy).not.toHaveProperty('description');
});

it('appends one audit entry for each change, with source and key prefix, to an unbroken chain', async () => {
  await apply({ policies: [A, B] });
  await apply({ policies: [{ ...A, decision: 'REVIEW' }], prune: true });
  const entries = await policyEntries();
  expect(entries.map(({ kind, metadata }) => [kind, metadata.name])).toEqual([
    ['policy.created', 'a'],
    ['policy.created', 'b'],
    ['policy.updated', 'a'],
    ['policy.deleted', 'b'],
  ]);
  for (const { metadata, actor } of entries) {
    expect(metadata).toMatchObject({ source: 'policies-as-code', keyPrefix: LIVE_KEY.slice(0, 16) });
    expect(actor.type).toBe('key');
  }
  expect(entries[2]?.metadata.changedFields).toEqual(['decision']);
  expect(verifyEntries(await readAuditEntries(service.database, ACME)).isValid).toBe(true);
});

it('keeps every state of the set as a version, with who, when and from where', async () => {
  await apply({ policies: [A, B] });
  await apply({ policies: [{ ...A, decision: 'REVIEW' }] });
  await apply({ policies: [], prune: true });
  const at = (version: number) =>
    readRows(
      service.database,
      `SELECT r.name, r.spec ->> 'decision' AS decision FROM svc.policy_revisions r
       WHERE version_from <= $1 AND (version_to IS NULL OR version_to > $1) ORDER BY name`,
      [version],
    );
  expect(await at(1)).toEqual([
    { name: 'a', decision: 'ALLOW' },
    { name: 'b', decision: 'BLOCK' },
  ]);
  expect(await at(2)).toEqual([
    { name: 'a', decision: 'REVIEW' },
    { name: 'b', decision: 'BLOCK' },
  ]);
  expect(await at(3)).toEqual([]);
  const versions = await readRows(service.database, 'SELECT * FROM svc.policy_set_versions ORDER BY version');
  expect(versions).toHaveLength(3);
  expect(versions[0]).toMatchObject({
    actor_type: 'key',
    source: 'policies-as-code',
    key_prefix: LIVE_KEY.slice(0, 16),
  });
});

it('decides by the new rules at once, on another process too', async () => {
  const other = await otherProcess(service);
  try {
    for (let round = 0; round < 10; round += 1) {
      const decision = round % 2 === 0 ? 'BLOCK' : 'ALLOW';
      expect((await call(other.baseUrl, '/v1/events', { body: PLAIN_ACTION })).status).toBe(200);
      expect((await apply({ policies: [{ name: 'flip', action: 'READ', decision }] })).status).toBe(200);
      const decided = await call(other.baseUrl, '/v1/events', { body: PLAIN_ACTION });
      expect(decided.body.decision).toBe(decision);
      const listed = await call<PolicyListResponse>(other.baseUrl, '/v1/policies');
      expect(listed.body.policies[0]?.decision).toBe(decision);
    }
  } finally {
    await other.stop();
  }
});

it('lets two applies at once both end, one after the other', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => apply({ policies: [{ ...A, description: `${index}` }] })),
  );
  for (const { status } of answers) expect([200, 503]).toContain(status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await list()).toHaveLength(1);
});

it('warns about a BLOCK policy that a caller evades by leaving a field out', async () => {
  const { body } = await apply({ policies: [B] });
  expect(body.warnings[0]).toMatchObject({
    path: 'policies[0].condition',
    message: expect.stringContaining('recordsAffected'),
  });
});
