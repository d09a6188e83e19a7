// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a guardrail is kept with every state that it had, and comes back from each. Its last proof says what it was
 * made under: a change of the claim, the policies, agents or settings since is told.
 */
import {
  type DeletedGuardrailList,
  GUARDRAIL_CLAIM_BYTES_MAX,
  GUARDRAILS_MAX,
  type Guardrail,
  type GuardrailCheck,
  type GuardrailList,
  type GuardrailsProved,
  type GuardrailVersionList,
} from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { acmeWithClaims, EXPORTS, keep, NO_DELETES, NO_EXPORTS, replay, STORED } from '#harness/guardrails';
import { ACME, call, IDS, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
let member: Browser;
let stranger: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithClaims() });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  member = await signIn(service.baseUrl, PEOPLE.member);
  stranger = await signIn(service.baseUrl, PEOPLE.stranger);
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const table of ['guardrail_proofs', 'guardrails', 'guardrail_versions', 'rate_windows']) {
    await readRows(service.database, `DELETE FROM svc.${table}`);
  }
  await apply(STORED);
});

const apply = async (policies: readonly object[]) => {
  const { status } = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
};
const read = async (id: string) => (await member.call<Guardrail>(`/guardrails/${id}`)).body;
const listed = async (query = '') => (await member.call<GuardrailList>(`/guardrails${query}`)).body;
const versionsOf = async (id: string) => (await member.call<GuardrailVersionList>(`/guardrails/${id}/versions`)).body;
const change = (id: string, body: object) => admin.call<Guardrail>(`/guardrails/${id}`, { method: 'PATCH', body });
const restore = (id: string, body: object) => admin.call<Guardrail>(`/guardrails/${id}/restore`, { body });

it('is proved when it is made, and names what holds it', async () => {
  const made = await keep(admin, NO_DELETES, true);
  expect(made).toMatchObject({
    name: 'Nothing is deleted',
    claim: NO_DELETES,
    enforcing: true,
    version: 1,
    changedBy: { actor: { type: 'user', name: 'admin person' }, source: 'app', keyPrefix: null },
    proof: { changedSince: [], result: { proved: true, vacuous: false, of: 'decision', heldByTotal: 1 } },
  });
  const { policies } = (await call<{ policies: { id: string; name: string }[] }>(service.baseUrl, '/v1/policies')).body;
  const blocking = policies.find(({ name }) => name === 'Block deletes');
  expect(made.proof?.result?.heldBy).toEqual([{ id: blocking?.id, name: 'Block deletes' }]);
  expect(await read(made.id)).toEqual(made);
  expect(await listed()).toMatchObject({ items: [made], total: 1, nextCursor: null });
});

it('is refuted by an event that the decision path decides so', async () => {
  const claim = { name: 'No reads', when: { action: 'READ' }, never: ['ALLOW'] } as const;
  const made = await keep(admin, { ...claim, never: ['ALLOW'] }, true);
  const { counterexample, proved } = made.proof?.result ?? {};
  expect(proved).toBe(false);
  if (counterexample == null) throw new Error('no event was answered');
  await replay(service, counterexample);
});

it('leaves an entry and a version for each change, with what was before and after', async () => {
  const { id, updatedAt } = await keep(admin, NO_DELETES, false);
  const renamed = { ...NO_DELETES, name: 'No deletes' };
  const changed = await change(id, { updatedAt, claim: renamed, enforcing: true });
  expect(changed.body).toMatchObject({ name: 'No deletes', enforcing: true, version: 2 });
  const same = await change(id, { updatedAt: changed.body.updatedAt, enforcing: true });
  expect(same.body).toMatchObject({ version: 2, updatedAt: changed.body.updatedAt });
  expect((await admin.call(`/guardrails/${id}`, { method: 'DELETE' })).status).toBe(204);
  const entries = (await readAuditEntries(service.database, ACME)).slice(-3);
  const { name: _name, ...content } = NO_DELETES;
  expect(entries.map(({ kind, subject, metadata }) => ({ kind, id: subject.id, metadata }))).toMatchObject([
    { kind: 'guardrail.created', id, metadata: { after: { name: NO_DELETES.name, claim: content, enforcing: false } } },
    {
      kind: 'guardrail.updated',
      metadata: {
        changedFields: ['name', 'enforcing'],
        before: { name: 'Nothing is deleted', enforcing: false },
        after: { name: 'No deletes', enforcing: true },
      },
    },
    { kind: 'guardrail.deleted', metadata: { before: { name: 'No deletes', enforcing: true, claim: content } } },
  ]);
  const { items } = await versionsOf(id);
  expect(items.map(({ number, change: how, name, enforcing }) => [number, how, name, enforcing])).toEqual([
    [3, 'delete', 'No deletes', true],
    [2, 'update', 'No deletes', true],
    [1, 'create', 'Nothing is deleted', false],
  ]);
  expect(items[0]).toMatchObject({ claim: renamed, actor: { name: 'admin person' }, source: 'app' });
});

it('comes back from each version as a new one, also after its deletion', async () => {
  const { id, updatedAt } = await keep(admin, NO_DELETES, false);
  await change(id, { updatedAt, claim: { ...NO_DELETES, atLeast: 'REVIEW' } });
  const back = await restore(id, { number: 1, current: 2 });
  expect(back.body).toMatchObject({ claim: NO_DELETES, version: 3 });
  expect((await versionsOf(id)).items[0]).toMatchObject({ number: 3, change: 'update', restoredFrom: 1 });
  expect((await restore(id, { number: 2, current: 2 })).status).toBe(409);
  await admin.call(`/guardrails/${id}`, { method: 'DELETE' });
  const deleted = (await member.call<DeletedGuardrailList>('/guardrails/deleted')).body;
  expect(deleted.items).toMatchObject([{ id, name: 'Nothing is deleted', version: 4 }]);
  expect((await restore(id, { number: 4 })).status).toBe(404);
  expect((await restore(id, { number: 9 })).status).toBe(404);
  const again = await restore(id, { number: 2, current: 4 });
  expect(again.body).toMatchObject({ id, version: 5, claim: { atLeast: 'REVIEW' } });
  expect((await versionsOf(id)).items[0]).toMatchObject({ change: 'create', restoredFrom: 2 });
  expect((await member.call<DeletedGuardrailList>('/guardrails/deleted')).body.items).toEqual([]);
  const entries = (await readAuditEntries(service.database, ACME)).slice(-1);
  expect(entries).toMatchObject([{ kind: 'guardrail.created', metadata: { restoredFrom: 2 } }]);
});

it('lets one of two changes win, and shows the other what it left', async () => {
  const { id, updatedAt } = await keep(admin, NO_DELETES, false);
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const answers = await Promise.all(
    [admin, owner].map((browser, at) =>
      browser.call<{ conflict?: { current?: unknown } }>(`/guardrails/${id}`, {
        method: 'PATCH',
        body: { updatedAt, claim: { ...NO_DELETES, name: `Name ${at}` } },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { name, version } = await read(id);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body.conflict?.current).toMatchObject({ id, name, version });
});

it('says what its proof does not know of: the claim, the policies, the organization', async () => {
  const { id, updatedAt } = await keep(admin, NO_DELETES, false);
  const since = async () => (await read(id)).proof?.changedSince;
  await admin.call('/api-keys', { body: { name: `key ${Date.now()}`, kind: 'TEST' } });
  expect(await since()).toEqual([]);
  await admin.call(`/agents/${IDS.supportBot}/pause`, { body: {} });
  expect(await since()).toEqual(['organization']);
  await admin.call(`/agents/${IDS.supportBot}/resume`, { body: {} });
  expect(await since()).toEqual([]);
  await readRows(service.database, `UPDATE svc.guardrail_proofs SET policy_set_version = policy_set_version - 1`);
  expect(await since()).toEqual(['policies']);
  await readRows(service.database, `UPDATE svc.guardrail_proofs SET guardrail_version = 7`);
  expect(await since()).toEqual(['claim', 'policies']);
  const proved = await member.call<GuardrailsProved>('/guardrails/prove', { body: {} });
  expect(proved.body.items).toMatchObject([{ id, proof: { changedSince: [], result: { proved: true } } }]);
  expect((await change(id, { updatedAt, claim: NO_EXPORTS })).body.proof).toMatchObject({
    changedSince: [],
    result: { proved: true, heldBy: [{ name: 'Review exports' }] },
  });
});

it('is proved anew by each change of the policies', async () => {
  const { id } = await keep(admin, NO_DELETES, false);
  await apply([EXPORTS]);
  const after = (await read(id)).proof;
  expect(after).toMatchObject({ changedSince: [], result: { proved: false, counterexample: { policy: null } } });
  await admin.call('/policies', { body: { name: 'Never delete', action: 'DELETE', decision: 'BLOCK' } });
  const held = (await read(id)).proof;
  expect(held).toMatchObject({ changedSince: [], result: { proved: true, heldBy: [{ name: 'Never delete' }] } });
  const policy = (await admin.call<{ id: string }>(`/policies/${held?.result?.heldBy[0]?.id}`)).body;
  expect(policy).toMatchObject({ name: 'Never delete' });
});

it('checks a claim that is still written, and keeps nothing', async () => {
  const checked = await member.call<GuardrailCheck>('/guardrails/check', { body: { claim: NO_DELETES } });
  expect(checked.body.proof).toMatchObject({ proved: true, heldBy: [{ name: 'Block deletes' }] });
  expect((await listed()).items).toEqual([]);
});

it('is found by a part of its name', async () => {
  await keep(admin, NO_DELETES, false);
  await keep(admin, NO_EXPORTS, false);
  expect((await listed('?q=EXPORTS')).items.map(({ name }) => name)).toEqual(['Exports are asked']);
  const first = await listed('?limit=1');
  expect(first).toMatchObject({ total: 2, items: [{ name: 'Exports are asked' }] });
  const next = await listed(`?limit=1&cursor=${first.nextCursor}`);
  expect(next).toMatchObject({ items: [{ name: 'Nothing is deleted' }], nextCursor: null });
});

it('is found by what is known of it now, and by whether it refuses; agents have their names', async () => {
  const kept = await keep(admin, NO_DELETES, true);
  const agentIds = [IDS.billingBot.toUpperCase(), '018f0000-0000-7000-8000-0000000000ff'];
  await keep(
    admin,
    { name: 'Bots alone read', when: { action: 'READ' }, unless: { agentIds }, atLeast: 'BLOCK' },
    false,
  );
  const never = { allOf: [{ action: 'READ' as const }, { action: 'DELETE' as const }] };
  await keep(admin, { name: 'Nobody is meant', when: never, atLeast: 'BLOCK' }, false);
  const found = async (query: string) => (await listed(query)).items.map(({ name, state }) => [name, state]);
  expect(await found('?state=PROVED')).toEqual([['Nothing is deleted', 'PROVED']]);
  expect(await found('?state=REFUTED')).toEqual([['Bots alone read', 'REFUTED']]);
  expect(await found('?state=VACUOUS')).toEqual([['Nobody is meant', 'VACUOUS']]);
  expect(await found('?enforcing=true')).toEqual([['Nothing is deleted', 'PROVED']]);
  expect((await found('?enforcing=false')).length).toBe(2);
  const [named] = (await listed('?q=bots')).items;
  expect(named?.agents).toEqual([{ id: IDS.billingBot, name: 'billing-bot' }]);
  await readRows(service.database, `UPDATE svc.guardrail_proofs SET result = NULL WHERE guardrail_id = '${kept.id}'`);
  expect(await found('?state=INCOMPLETE')).toEqual([['Nothing is deleted', 'INCOMPLETE']]);
  await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 50 } });
  expect((await found('?state=OUTDATED')).length).toBe(3);
  expect(await found('?state=PROVED')).toEqual([]);
  await readRows(service.database, 'DELETE FROM svc.guardrail_proofs');
  expect((await found('?state=OUTDATED')).length).toBe(3);
  await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 60 } });
  expect((await member.call('/guardrails?state=proved')).status).toBe(400);
});

it.each([
  ['both never and atLeast', { ...NO_DELETES, never: ['ALLOW'] }, 'claim.never'],
  ['neither', { name: 'c', when: {} }, 'claim.never'],
  ['a name of two lines', { ...NO_DELETES, name: 'a\nb' }, 'body.claim.name'],
  ['a name with a space at its end', { ...NO_DELETES, name: 'a ' }, 'claim.name'],
  ['an unknown field', { ...NO_DELETES, whenever: {} }, 'body.claim.whenever'],
  ['too many nested groups', { ...NO_DELETES, when: nested(33) }, 'claim.when'],
  ['too long a claim', { ...NO_DELETES, when: { agentIds: manyIds() } }, 'claim'],
])('refuses a claim with %s', async (_what, claim, path) => {
  const { status, body } = await admin.call('/guardrails', { body: { claim } });
  expect([status, body.error]).toEqual([400, 'validation_error']);
  const paths = Object.keys(body.fields ?? {});
  expect(paths.some((one) => one.startsWith(path) || `body.${one}`.startsWith(path))).toBe(true);
});

function nested(levels: number): object {
  return levels === 0 ? {} : { allOf: [nested(levels - 1)] };
}
function manyIds(): string[] {
  const id = 'x'.repeat(90);
  return Array.from({ length: GUARDRAIL_CLAIM_BYTES_MAX / 90 }, (_, at) => `${id}${at}`.slice(-90));
}

it('has a name of its own, and there are so many at most', async () => {
  await keep(admin, NO_DELETES, false);
  const alike = await admin.call('/guardrails', { body: { claim: { ...NO_DELETES, name: 'nothing IS deleted' } } });
  expect([alike.status, alike.body.error]).toEqual([409, 'conflict']);
  await readRows(
    service.database,
    `INSERT INTO svc.guardrails (organization_id, id, name, claim, enforcing, version, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), 'n ' || n, claim, false, 1, now(), now()
     FROM svc.guardrails CROSS JOIN generate_series(2, ${GUARDRAILS_MAX}) n`,
  );
  const full = await admin.call('/guardrails', { body: { claim: NO_EXPORTS } });
  expect([full.status, full.body.error]).toEqual([409, 'conflict']);
});

it('changes so often in a day at most: every version is kept', async () => {
  const { id, updatedAt } = await keep(admin, NO_DELETES, false);
  await readRows(
    service.database,
    `INSERT INTO svc.guardrail_versions (organization_id, guardrail_id, version, created_at, change, name, claim,
       enforcing, actor_type, actor_id, source)
     SELECT organization_id, gen_random_uuid(), 1, now(), 'create', 'n', claim, false, 'user', actor_id, 'app'
     FROM svc.guardrail_versions CROSS JOIN generate_series(1, 999)`,
  );
  const refused = await change(id, { updatedAt, enforcing: true });
  expect([refused.status, Number(refused.headers.get('retry-after')) > 86_000]).toEqual([429, true]);
  expect((await admin.call(`/guardrails/${id}`, { method: 'DELETE' })).status).toBe(429);
});

it('tells nothing of another organization', async () => {
  const { id } = await keep(admin, NO_DELETES, false);
  expect((await stranger.call<GuardrailList>('/guardrails')).body.items).toEqual([]);
  expect((await stranger.call<DeletedGuardrailList>('/guardrails/deleted')).body.items).toEqual([]);
  const about = { name: 'About an agent', when: { agentIds: [IDS.billingBot] }, never: ['ALLOW' as const] };
  const theirs = await keep(stranger, about, true);
  expect(theirs.proof?.result?.counterexample?.input.agent).toBe('any other agent');
  for (const name of ['support-bot', 'Block deletes', 'orders']) expect(JSON.stringify(theirs)).not.toContain(name);
  expect((await stranger.call('/guardrails/prove', { body: { ids: [id] } })).status).toBe(404);
  expect((await admin.call<GuardrailList>('/guardrails')).body.items.map((one) => one.id)).toEqual([id]);
  await readRows(service.database, `DELETE FROM svc.guardrails WHERE id = '${theirs.id}'`);
});
