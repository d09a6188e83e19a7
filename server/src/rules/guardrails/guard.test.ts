// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no change of the policies breaks an enforcing guardrail that held, by whichever way it comes. The answer
 * shows the event that would break it. A guardrail that is broken already refuses nothing while policies are mended.
 */
import type {
  AppErrorBody,
  BrokenClaim,
  Decision,
  ErrorBody,
  Guardrail,
  PolicyApplyResponse,
  PolicyDetail,
} from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acmeWithClaims, DELETES, EXPORTS, keep, NO_DELETES, NO_EXPORTS, replay, STORED } from '#harness/guardrails';
import { callTool, connectAssistant } from '#harness/mcp';
import { call, IDS, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithClaims() });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());
beforeEach(async () => {
  for (const table of ['guardrail_proofs', 'guardrails', 'guardrail_versions', 'rate_windows']) {
    await readRows(service.database, `DELETE FROM svc.${table}`);
  }
  expect((await send({ policies: STORED, prune: true })).status).toBe(200);
});

const send = (body: object) => call<PolicyApplyResponse & ErrorBody>(service.baseUrl, '/v1/policies/apply', { body });
const versions = async () =>
  (await readRows(service.database, 'SELECT count(*)::int AS count FROM svc.policy_set_versions'))[0]?.count;
const idOf = async (name: string) => {
  const { items } = (await admin.call<{ items: PolicyDetail[] }>('/policies')).body;
  return items.find((policy) => policy.name === name)?.id ?? '';
};

/** The refusal names the guardrail, and the event that it shows is decided so by the refused policies. */
async function expectRefused(
  answer: { status: number; body: ErrorBody | AppErrorBody },
  proposed: readonly object[],
  name = NO_DELETES.name,
): Promise<BrokenClaim> {
  expect([answer.status, answer.body.error]).toEqual([409, 'conflict']);
  expect(answer.body.message).toMatch(new RegExp(`^This breaks the guardrail "${name}": .* Nothing was changed\\.`));
  const [broken] = answer.body.brokenClaims ?? [];
  expect(broken).toMatchObject({ name, enforcing: true, heldBefore: true, refuses: true });
  await replay(service, (broken as BrokenClaim).witness, proposed);
  return broken as BrokenClaim;
}

describe('refuses what breaks it, and writes nothing', () => {
  let before: number;
  beforeEach(async () => {
    await keep(admin, NO_DELETES, true);
    before = await versions();
  });
  const expectNothingWritten = async () => expect(await versions()).toBe(before);

  it('by an apply', async () => {
    const broken = await expectRefused(await send({ policies: [EXPORTS], prune: true }), [EXPORTS]);
    expect(broken.witness).toMatchObject({ input: { action: 'DELETE_DATA' }, decision: 'ALLOW', policy: null });
    await expectNothingWritten();
    const mild = { ...DELETES, decision: 'REVIEW' };
    await expectRefused(await send({ policies: [mild] }), [mild, EXPORTS]);
    await expectNothingWritten();
  });

  it('by a change in the console, a deletion, and a version that comes back', async () => {
    const id = await idOf('Block deletes');
    const { updatedAt } = (await admin.call<PolicyDetail>(`/policies/${id}`)).body;
    const path = `/policies/${id}`;
    const changed = await admin.call(path, { method: 'PATCH', body: { updatedAt, condition: { minRecords: 5 } } });
    await expectRefused(changed, [{ ...DELETES, condition: { minRecords: 5 } }, EXPORTS]);
    const off = await admin.call(path, { method: 'PATCH', body: { updatedAt, enabled: false } });
    await expectRefused(off, [EXPORTS]);
    await expectRefused(await admin.call(path, { method: 'DELETE' }), [EXPORTS]);
    await expectNothingWritten();
    // A version without the policy: it was in force before the guardrail was.
    await readRows(service.database, 'UPDATE svc.guardrails SET enforcing = false');
    expect((await send({ policies: [EXPORTS], prune: true })).status).toBe(200);
    const without = await versions();
    expect((await send({ policies: STORED, prune: true })).status).toBe(200);
    await readRows(service.database, 'UPDATE svc.guardrails SET enforcing = true');
    const restored = await admin.call(`/policy-versions/${without}/restore`, { body: {} });
    await expectRefused(restored, [EXPORTS]);
    expect(await versions()).toBe(without + 1);
  });

  it('by a new policy that is decided first', async () => {
    await readRows(service.database, 'DELETE FROM svc.guardrails');
    // A paused agent is always blocked, so the claim is about one that is not.
    const few = { action: 'EXPORT' as const, maxRecords: 5, agentIds: [IDS.billingBot] };
    await keep(admin, { name: 'Few exports need nobody', when: few, never: ['BLOCK'] }, true);
    const block = { name: 'Block exports', action: 'EXPORT', decision: 'BLOCK' };
    const proposed = [...STORED, block];
    await expectRefused(await admin.call('/policies', { body: block }), proposed, 'Few exports need nobody');
  });

  it('lets through what keeps it, and test cases', async () => {
    expect((await send({ policies: [DELETES], prune: true })).body.brokenClaims).toEqual([]);
    const id = await idOf('Block deletes');
    const { updatedAt } = (await admin.call<PolicyDetail>(`/policies/${id}`)).body;
    const input = { agent: 'billing-bot', action: 'DELETE_DATA', resource: 'orders' };
    const tests = [{ name: 'deletes', input, expect: { decision: 'BLOCK' } }];
    expect((await admin.call(`/policies/${id}`, { method: 'PATCH', body: { updatedAt, tests } })).status).toBe(200);
  });
});

describe('a plan', () => {
  it('tells what an apply would be refused for, and writes nothing', async () => {
    await keep(admin, NO_DELETES, true);
    await keep(admin, NO_EXPORTS, false);
    const before = await versions();
    const { status, body } = await send({ policies: [], prune: true, dryRun: true });
    expect(status).toBe(200);
    expect(body.brokenClaims).toMatchObject([
      { name: 'Nothing is deleted', refuses: true, heldBefore: true },
      { name: 'Exports are asked', refuses: false, heldBefore: true, enforcing: false },
    ]);
    for (const { witness } of body.brokenClaims ?? []) await replay(service, witness, []);
    expect(await versions()).toBe(before);
  });

  it('of an assistant tells the same', async () => {
    await keep(admin, NO_DELETES, true);
    const assistant = await connectAssistant(service.baseUrl);
    const planned = await callTool(assistant, 'plan_policy_changes', { policies: [], prune: true });
    expect(planned.structured).toMatchObject({
      dryRun: true,
      brokenClaims: [{ name: NO_DELETES.name, refuses: true }],
    });
    await assistant.close();
  });

  it('says nothing of guardrails where there are none', async () => {
    const { body } = await send({ policies: [], prune: true, dryRun: true });
    expect(Object.keys(body)).not.toContain('brokenClaims');
  });
});

it('only tells, where it does not enforce; a real event is then decided as the answer said', async () => {
  await keep(admin, NO_DELETES, false);
  const { status, body } = await send({ policies: [EXPORTS], prune: true });
  expect(status).toBe(200);
  expect(body.brokenClaims).toMatchObject([{ name: 'Nothing is deleted', enforcing: false, refuses: false }]);
  const [broken] = body.brokenClaims ?? [];
  await replay(service, (broken as BrokenClaim).witness);
  const { agent, action, resource } = (broken as BrokenClaim).witness.input;
  const event = { agent, action, resource };
  const decided = await call<Decision>(service.baseUrl, '/v1/events', { body: event, key: TEST_KEY });
  expect(decided.body.decision).toBe('ALLOW');
});

it('lets what is broken already be mended step by step', async () => {
  expect((await send({ policies: [], prune: true })).status).toBe(200);
  const { proof } = await keep(admin, NO_DELETES, true);
  expect(proof?.result?.proved).toBe(false);
  await keep(admin, NO_EXPORTS, true);
  const first = await send({ policies: [EXPORTS] });
  expect(first.status).toBe(200);
  expect(first.body.brokenClaims).toMatchObject([{ name: 'Nothing is deleted', heldBefore: false, refuses: false }]);
  const half = { ...DELETES, condition: { minRecords: 10 } };
  expect((await send({ policies: [half] })).status).toBe(200);
  expect((await send({ policies: [DELETES] })).body.brokenClaims).toEqual([]);
  // From here on it holds, so that it is kept.
  await expectRefused(await send({ policies: [half] }), [half, EXPORTS]);
});

it('does not refuse changes of agents or settings: the proof says that it is older than they are', async () => {
  const claim = { ...NO_DELETES, name: 'The risk stops it', when: { minRiskScore: 60 }, atLeast: 'REVIEW' as const };
  const { id, proof } = await keep(admin, claim, true);
  expect(proof?.result).toMatchObject({ proved: true, leansOn: ['risk'] });
  const settings = await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 90, riskBlockAt: 95 } });
  expect(settings.status).toBe(200);
  const read = async () => (await admin.call<Guardrail>(`/guardrails/${id}`)).body.proof;
  expect(await read()).toMatchObject({ changedSince: ['organization'], result: { proved: true } });
  await admin.call('/guardrails/prove', { body: { ids: [id] } });
  expect(await read()).toMatchObject({ changedSince: [], result: { proved: false } });
  await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 60, riskBlockAt: 90 } });
});

it('asks a monitoring organization for what it would decide', async () => {
  await admin.call('/organization', { method: 'PATCH', body: { enforcement: 'MONITOR' } });
  const { proof } = await keep(admin, NO_DELETES, true);
  expect(proof?.result).toMatchObject({ of: 'evaluatedDecision', proved: true });
  const refused = await send({ policies: [EXPORTS], prune: true });
  const broken = await expectRefused(refused, [EXPORTS]);
  expect(broken).toMatchObject({ of: 'evaluatedDecision', witness: { evaluatedDecision: 'ALLOW' } });
  await admin.call('/organization', { method: 'PATCH', body: { enforcement: 'ENFORCE' } });
});

it('names nothing of another organization, in a refusal neither', async () => {
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  await keep(stranger, NO_DELETES, true);
  const plan = await send({ policies: [EXPORTS], prune: true, dryRun: true });
  expect(Object.keys(plan.body)).not.toContain('brokenClaims');
});
