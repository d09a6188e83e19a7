// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it moves by weeks.
 * Guarantee: every event that a guardrail shows is decided as its proof says, when its agent requests it. A guardrail
 * shows nothing of another organization.
 */
import type { BrokenClaim, Decision, Guardrail, GuardrailCheck, PolicyClaim, PolicyWitness } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { acmeWithClaims, DELETES, EXPORTS, keep, STORED } from '#harness/guardrails';
import { call, GLOBEX_KEY, IDS, startTestService, type TestService } from '#harness/service';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
/** Another process, whose time is that of the witness. */
let replaying: TestService;
let admin: Browser;
let stranger: Browser;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithClaims() });
  replaying = await startTestService({ database: service.database, clock: new TestClock() });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  stranger = await signIn(service.baseUrl, PEOPLE.stranger);
});
afterAll(async () => {
  await replaying.stop();
  await service.stop();
});

/** Each is scanned to this type and no other. */
const TEXTS: Readonly<Record<string, string>> = {
  HEALTH_DATA: 'A paciente Otávio Brandão foi diagnosticada com diabetes tipo 2.',
  API_KEY: 'api_key = "HE52f4jPyUlpOM4tAC6m0GVcmYmnKgCPRg1MgeUH"',
  PRIVATE_KEY: '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj18AgX',
  CPF: 'Boa tarde, meu nome é Renata Quintela, CPF 874.417.936-70, e ainda não recebi a segunda via.',
};

/** The same hour of the same day of a week that is not over. */
function moveToHourOf(at: string): void {
  const { clock } = replaying;
  const weeksLate = Math.ceil(Math.max(0, clock.nowMs() - Date.parse(at)) / WEEK_MS);
  clock.moveTo(Date.parse(at) + weeksLate * WEEK_MS);
}

const WEEK_MS = 7 * 86_400_000;

/** An event as its agent requests it, at a moment with the hours of the witness. */
async function replayAsEvent(witness: PolicyWitness, name: string): Promise<Decision> {
  const { input, testCase } = witness;
  expect([name, testCase === null, input.openAnomaly]).toEqual([name, false, false]);
  const { agent, action, resource, destination, recordsAffected } = input;
  const texts = input.dlpTypes.map((type) => TEXTS[type]);
  expect([name, texts.includes(undefined)]).toEqual([name, false]);
  moveToHourOf(testCase?.input.at ?? '');
  const decided = await call<Decision>(replaying.baseUrl, '/v1/events', {
    body: {
      agent,
      action,
      resource,
      ...(destination !== null && { destination }),
      ...(recordsAffected !== null && { recordsAffected }),
      ...(texts.length > 0 && { content: texts.join('\n\n') }),
    },
  });
  const { decision, evaluatedDecision, policy, riskScore } = decided.body;
  expect([name, { decision, evaluatedDecision, policy: policy?.name ?? null, riskScore }]).toEqual([
    name,
    {
      decision: witness.decision,
      evaluatedDecision: witness.evaluatedDecision,
      policy: witness.policy?.name ?? null,
      riskScore: witness.riskScore,
    },
  ]);
  return decided.body;
}

const apply = (policies: readonly object[]) =>
  call<{ brokenClaims?: BrokenClaim[] }>(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });

const POLICIES = [
  ...STORED,
  { name: 'Health stays', action: 'ANY', decision: 'BLOCK', condition: { dlpTypes: ['HEALTH_DATA'], minRecords: 5 } },
  { name: 'Night', action: 'WRITE', decision: 'REVIEW', condition: { outsideBusinessHours: true } },
  { name: 'Quiet reads', action: 'READ', resource: 'PUBLIC', decision: 'ALLOW' },
  {
    name: 'Few exports',
    action: 'EXPORT',
    decision: 'BLOCK',
    condition: { maxRecords: 20, agentIds: [IDS.billingBot] },
  },
  { name: 'Watched', action: 'READ', decision: 'BLOCK', mode: 'MONITOR', condition: { minRecords: 100 } },
];

const BILLING = { agentIds: [IDS.billingBot] };

/** Each is refuted, and shows another part of an event. */
const REFUTED: Readonly<Record<string, Omit<PolicyClaim, 'name'>>> = {
  'any event': { when: {}, atLeast: 'REVIEW' },
  'health data in few records': { when: { dlpTypes: ['HEALTH_DATA'] }, atLeast: 'BLOCK' },
  'health data in many records': { when: { dlpTypes: ['HEALTH_DATA'], minRecords: 5 }, never: ['BLOCK'] },
  'credentials that go out': {
    when: { dlpTypes: ['API_KEY', 'PRIVATE_KEY'], destination: 'EXTERNAL' },
    atLeast: 'BLOCK',
  },
  'a tax number': { when: { dlpTypes: ['CPF'], action: 'READ' }, atLeast: 'BLOCK' },
  'writes at night': { when: { action: 'WRITE', outsideBusinessHours: true }, never: ['REVIEW'] },
  'writes by day': { when: { action: 'WRITE', outsideBusinessHours: false }, atLeast: 'REVIEW' },
  'exports of exactly 20': { when: { ...BILLING, action: 'EXPORT', minRecords: 20, maxRecords: 20 }, never: ['BLOCK'] },
  'exports of 21': { when: { ...BILLING, action: 'EXPORT', minRecords: 21, maxRecords: 21 }, never: ['REVIEW'] },
  'the end of a step of the risk': { when: { ...BILLING, minRecords: 99, maxRecords: 99 }, atLeast: 'BLOCK' },
  'one action of a family': { when: { action: 'DELETE_DATA' }, never: ['BLOCK'] },
  'one agent': { when: { agentIds: [IDS.readerBot] }, never: ['ALLOW'] },
  'outside its permissions': { when: { agentIds: [IDS.readerBot], action: 'WRITE' }, never: ['BLOCK'] },
  'a paused agent': { when: { agentIds: [IDS.pausedBot] }, never: ['BLOCK'] },
  'a high risk': { when: { minRiskScore: 60, action: 'WRITE' }, never: ['REVIEW', 'BLOCK'] },
  'what would be decided': { when: { action: 'READ', minRecords: 100 }, never: ['BLOCK'], of: 'evaluatedDecision' },
  'public data': { when: { action: 'READ' }, resource: 'PUBLIC', never: ['ALLOW'] },
  'all but one agent': { when: { action: 'WRITE' }, unless: { agentIds: [IDS.billingBot] }, never: ['ALLOW'] },
};

it.each(Object.entries(REFUTED))('is decided as the guardrail about %s says', async (name, claim) => {
  expect((await apply(POLICIES)).status).toBe(200);
  const body = { claim: { name, agents: 'registered', ...claim } };
  const { proof } = (await admin.call<GuardrailCheck>('/guardrails/check', { body })).body;
  expect([proof?.proved, proof?.vacuous]).toEqual([false, false]);
  const witness = proof?.counterexample as PolicyWitness;
  const { decision, evaluatedDecision } = await replayAsEvent(witness, name);
  const of = proof?.of === 'evaluatedDecision' ? evaluatedDecision : decision;
  const forbidden = claim.never ?? (claim.atLeast === 'BLOCK' ? ['ALLOW', 'REVIEW'] : ['ALLOW']);
  expect(forbidden).toContain(of);
});

it('is decided so under policies that were applied although they break it, and in the stored proof', async () => {
  expect((await apply(STORED)).status).toBe(200);
  const { id } = await keep(admin, { name: 'Deletes', when: { action: 'DELETE' }, atLeast: 'BLOCK' }, false);
  const broken = (await apply([EXPORTS])).body.brokenClaims ?? [];
  expect(broken).toMatchObject([{ name: 'Deletes', heldBefore: true }]);
  await replayAsEvent((broken[0] as BrokenClaim).witness, 'told by the apply');
  const stored = (await admin.call<Guardrail>(`/guardrails/${id}`)).body;
  expect([stored.state, stored.proof?.changedSince]).toEqual(['REFUTED', []]);
  await replayAsEvent(stored.proof?.result?.counterexample as PolicyWitness, 'kept with the proof');
  await admin.call(`/guardrails/${id}`, { method: 'DELETE' });
});

it('is decided so where a caller escapes a proved guardrail by leaving a number out', async () => {
  const many = { ...EXPORTS, condition: { minRecords: 100 } };
  expect((await apply([many])).status).toBe(200);
  const claim = { name: 'Many', when: { action: 'EXPORT' as const, minRecords: 100 }, atLeast: 'REVIEW' as const };
  const body = { claim: { ...claim, agents: 'registered' } };
  const { proof } = (await admin.call<GuardrailCheck>('/guardrails/check', { body })).body;
  expect([proof?.proved, proof?.evadable?.input.recordsAffected]).toEqual([true, null]);
  await replayAsEvent(proof?.evadable as PolicyWitness, 'evasion');
});

it('shows no name and no id of another organization, whatever that one has', async () => {
  const secret = 'zz-globex';
  const made: string[] = [];
  const make = async (path: string, body: object) => {
    const answer = await stranger.call<{ id: string }>(path, { body });
    expect(answer.status).toBe(201);
    made.push(answer.body.id);
  };
  await make('/agents', { name: `${secret}-agent` });
  await make('/resources', { name: `${secret}-resource`, classification: 'CUSTOMER_PII' });
  await make('/policies', { name: `${secret}-policy`, action: 'DELETE', decision: 'ALLOW' });
  await make('/guardrails', { claim: { name: `${secret}-claim`, when: { action: 'DELETE' }, never: ['BLOCK'] } });
  expect((await apply([DELETES])).status).toBe(200);
  // The claim names an agent of the other organization by its id: here no agent has it.
  const unless = { agentIds: [made[0] ?? ''] };
  const one = await keep(admin, { name: 'Deletes', when: { action: 'DELETE' }, unless, atLeast: 'BLOCK' }, false);
  const two = await keep(admin, { name: 'All', when: {}, unless, atLeast: 'REVIEW' }, false);
  const answers = [
    one,
    two,
    (await admin.call('/guardrails')).body,
    (await admin.call('/guardrails/deleted')).body,
    (await admin.call(`/guardrails/${one.id}`)).body,
    (await admin.call(`/guardrails/${one.id}/versions`)).body,
    (await admin.call('/guardrails/prove', { body: {} })).body,
    (await admin.call('/guardrails/check', { body: { claim: two.claim } })).body,
    (await apply([EXPORTS])).body,
    (await admin.call('/guardrails')).body,
  ];
  const text = JSON.stringify(answers).replaceAll(made[0] ?? '', '');
  expect([one.state, two.state]).toEqual(['PROVED', 'REFUTED']);
  expect([one.agents, two.agents]).toEqual([[], []]);
  for (const foreign of [secret, ...made.slice(1)]) expect(text).not.toContain(foreign);
  const theirs = await call(service.baseUrl, '/v1/policies/prove', {
    key: GLOBEX_KEY,
    body: { claims: [{ name: 'All', when: {}, atLeast: 'BLOCK' }] },
  });
  expect(JSON.stringify(theirs.body)).not.toMatch(/support-bot|reader-bot|paused-bot|price-list/);
});
