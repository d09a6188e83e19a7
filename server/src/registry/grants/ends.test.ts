// SPDX-License-Identifier: Apache-2.0
/** Guarantee: whatever a grant stands on, its end ends the grant, in the same transaction and on every process. */
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Granting, inHours, openGranting, POLICY } from '#harness/granting';
import { ACME, call, IDS } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { type Browser, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';
import { endGrantsRunOut } from './index.ts';

let granting: Granting;
let owner: Browser;
beforeEach(async () => {
  granting = await openGranting();
  ({ owner } = granting.people);
});
afterEach(() => granting.service.stop());

/** The entry of the only grant that ended stands behind its cause, with the author of the cause. */
const expectEnded = async (reason: string, uses = 0) => {
  expect(await granting.grants()).toMatchObject([{ status: 'ENDED', endedReason: reason, uses, mayEnd: false }]);
  const ended = await granting.entries('grant.ended');
  expect(ended).toMatchObject([{ metadata: { agentId: IDS.billingBot, reason, uses } }]);
  const chain = await readAuditEntries(granting.service.database, ACME);
  const at = chain.findIndex(({ kind }) => kind === 'grant.ended');
  expect(chain[at - 1]?.actor).toEqual(chain[at]?.actor);
  expect(verifyEntries(chain)).toMatchObject({ isValid: true });
  expect(await granting.sql('SELECT FROM svc.counters')).toEqual([]);
};
const asks = async () => expect((await granting.ask()).decision).not.toBe('ALLOW');
const lives = async () => expect((await granting.ask()).decision).toBe('ALLOW');
const patch = async (path: string, body: object) =>
  expect((await owner.call(path, { method: 'PATCH', body })).status).toBe(200);

describe('a change', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['pauses the agent', 'AGENT', () => owner.call(`/agents/${IDS.billingBot}/pause`, { body: {} })],
    [
      'reclassifies the resource',
      'RESOURCE',
      () => patch(`/resources/${IDS.customers}`, { classification: 'INTERNAL' }),
    ],
    ['turns the policy off', 'POLICY', () => granting.apply([{ ...POLICY, enabled: false }])],
    ['asks other people', 'POLICY', () => granting.apply([{ ...POLICY, approverRoles: ['OWNER'] }])],
    ['deletes the policy', 'POLICY', () => granting.apply([])],
    ['makes a guardrail', 'GUARDRAIL', () => owner.call('/guardrails', { body: GUARDRAIL })],
    ['lowers the bound below what is left', 'SETTINGS', () => granting.set({ grantHoursMax: 1 })],
    ['turns grants off', 'SETTINGS', () => granting.set({ grantHoursMax: 0 })],
  ])('that %s ends it', async (_title, reason, change) => {
    await granting.grant();
    await lives();
    await change();
    await expectEnded(reason, 1);
  });

  const GUARDRAIL = { claim: { name: 'Deletions', atLeast: 'REVIEW', when: { action: 'DELETE' } } };

  it.each<[string, () => Promise<unknown>]>([
    ['describes the policy', () => granting.apply([{ ...POLICY, description: 'Why.' }])],
    ['adds a policy', () => granting.apply([POLICY, { name: 'Reads', action: 'READ', decision: 'ALLOW' }])],
    ['leaves as much as is left', () => granting.set({ grantHoursMax: 3 })],
    ['renames the agent', () => patch(`/agents/${IDS.billingBot}`, { description: 'Bills.' })],
    ['is about another agent', () => owner.call(`/agents/${IDS.supportBot}/pause`, { body: {} })],
    ['is about the risk score', () => granting.set({ riskReviewAt: 50 })],
  ])('that %s leaves it', async (_title, change) => {
    await granting.grant();
    await change();
    await lives();
    expect(await granting.entries('grant.ended')).toEqual([]);
  });

  it('of a guardrail ends it too, and so do changes of what asks by risk', async () => {
    const made = await owner.call<{ id: string; updatedAt: string }>('/guardrails', { body: GUARDRAIL });
    await granting.grant();
    const { id, updatedAt } = made.body;
    await patch(`/guardrails/${id}`, { updatedAt, claim: { ...GUARDRAIL.claim, when: { action: 'WRITE' } } });
    await expectEnded('GUARDRAIL');
    await granting.apply([]);
    await granting.set({ riskReviewAt: 10, reviewDefaults: { grants: true } });
    await granting.grant();
    await lives();
    await granting.set({ riskReviewAt: 11 });
    expect((await granting.grants('?status=LIVE')).length).toBe(0);
    await asks();
  });
});

describe('a maker', () => {
  const id = () => granting.accountOf(PEOPLE.admin);
  it.each<[string, () => Promise<unknown>]>([
    ['is removed', async () => owner.call(`/members/${await id()}`, { method: 'DELETE' })],
    ['leaves', async () => granting.people.admin.call(`/members/${await id()}`, { method: 'DELETE' })],
    ['may no longer approve', async () => patch(`/members/${await id()}`, { role: 'MEMBER' })],
    [
      'deletes their account',
      async () => {
        const answer = await granting.people.admin.call('/me', {
          method: 'DELETE',
          body: { password: PASSWORD, confirm: 'DELETE' },
        });
        expect(answer.status).toBe(204);
      },
    ],
  ])('who %s ends theirs, and no grant of another', async (_title, change) => {
    await granting.grant(granting.people.admin);
    await granting.grant(owner, {}, { action: 'EXPORT_DATA', destination: 'EXTERNAL_API', recordsAffected: 1 });
    await change();
    const [kept, ended] = await granting.grants();
    expect([kept?.status, ended?.status, ended?.endedReason]).toEqual(['LIVE', 'ENDED', 'MAKER']);
    await asks();
  });
});

describe('a person', () => {
  const end = async (by: Browser, body: object = {}) => {
    const [grant] = await granting.grants();
    return await by.call(`/grants/${grant?.id}`, { method: 'DELETE', body });
  };

  it('ends a grant of another as an owner, with a reason that only its row holds', async () => {
    await granting.grant(granting.people.admin);
    await lives();
    expect((await end(owner, { reason: 'No longer needed.' })).status).toBe(204);
    await asks();
    const [grant] = await granting.grants();
    expect(grant).toMatchObject({ endedReason: 'REVOKED', endNote: 'No longer needed.', uses: 1 });
    const [entry] = await granting.entries('grant.ended');
    expect(entry?.metadata.noteCommitment).toMatch(/^[0-9a-f]{64}$/);
    expect((await end(owner)).status).toBe(409);
    const erase = () => owner.call(`/grants/${grant?.id}/erase-notes`, { method: 'POST' });
    expect([(await erase()).status, (await erase()).status]).toEqual([204, 409]);
    expect((await granting.grants())[0]?.endNote).toBeNull();
  });

  it('ends their own as a member, and no other', async () => {
    await granting.apply([{ ...POLICY, approverRoles: ['MEMBER'] }]);
    await granting.grant(granting.people.member);
    expect((await end(granting.people.member)).status).toBe(204);
    await granting.apply([POLICY]);
    await granting.grant();
    expect((await end(granting.people.member)).status).toBe(403);
    await lives();
  });
});

describe('time', () => {
  it('ends it exactly, also before the task has noted it', async () => {
    const until = inHours(1);
    await granting.grant(undefined, { until });
    granting.service.clock.moveTo(Date.parse(until) - 10_000);
    await lives();
    granting.service.clock.moveTo(Date.parse(until));
    await asks();
    const ids = (await granting.sql('SELECT organization_id AS id FROM svc.organizations')).map(({ id }) => String(id));
    await endGrantsRunOut(granting.service.app.pool, ids);
    await endGrantsRunOut(granting.service.app.pool, ids);
    expect(await granting.entries('grant.ended')).toMatchObject([
      { actor: { type: 'system' }, metadata: { reason: 'EXPIRED', uses: 1 } },
    ]);
  });

  it('and uses are noted once they are over', async () => {
    await granting.grant(undefined, { usesMax: 1 });
    await lives();
    expect((await granting.grants())[0]?.status).toBe('ENDED');
    const ids = (await granting.sql('SELECT organization_id AS id FROM svc.organizations')).map(({ id }) => String(id));
    await endGrantsRunOut(granting.service.app.pool, ids);
    expect(await granting.entries('grant.ended')).toMatchObject([{ metadata: { reason: 'USED_UP', uses: 1 } }]);
  });
});

it('is named beside each claim about the stored policies that it may break', async () => {
  await granting.grant();
  const [grant] = await granting.grants();
  const claims = [
    { name: 'Exports are asked for', atLeast: 'REVIEW', when: { action: 'EXPORT' } },
    { name: 'Reads are asked for', atLeast: 'REVIEW', when: { action: 'READ' } },
  ];
  const prove = async (more = {}) =>
    (await call<{ grants?: object[] }>(granting.service.baseUrl, '/v1/policies/prove', { body: { claims, ...more } }))
      .body;
  expect((await prove()).grants).toEqual([{ claim: 'Exports are asked for', ids: [grant?.id] }]);
  expect((await prove({ policies: [] })).grants).toBeUndefined();
});

it('refuses the grant behind the last that an agent may have', async () => {
  await granting.grant();
  await granting.sql(
    `INSERT INTO svc.grants SELECT (json_populate_record(g, json_build_object('id', gen_random_uuid()))).*
     FROM svc.grants g, generate_series(1, 49)`,
  );
  const { id } = await granting.ask({ recordsAffected: 100, destination: 'EXTERNAL_API' });
  const answer = await granting.approve(owner, id);
  expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } });
  const read = await call<{ review: { status: string } }>(granting.service.baseUrl, `/v1/events/${id}`);
  expect(read.body.review.status).toBe('PENDING');
});
