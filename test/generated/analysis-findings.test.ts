// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no two kinds of finding are swapped. Each has a file that a person can read: policies, and all that the
 * analysis says about them. `npm run generate` writes the files; a change of one is read like a change of the code.
 */
import { areaSentence } from '@svc/core/plain-words';
import { expect, it } from 'vitest';
import {
  type AnalysedPolicy,
  type AnalysisWorld,
  type Area,
  access,
  type Claim,
  difference,
  examine,
  prove,
  shadowers,
  type Witness,
  waysOut,
} from '../../core/src/analysis/index.ts';
import { AGENTS, AMPLE, ask, engineOf, policy } from '../analysis/engine.ts';
import { ROOT } from '../tidy/source-files.ts';

const WORLD: AnalysisWorld = {
  agents: AGENTS,
  resources: [
    { id: 'r1', name: 'customers', classification: 'CUSTOMER_PII' },
    { id: 'r2', name: 'ledger', classification: 'FINANCIAL' },
  ],
  settings: { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 80 },
};

const claim = (fields: Partial<Claim>): Claim => ({
  name: 'claim',
  of: 'decision',
  never: ['ALLOW'],
  when: {},
  agents: 'any',
  ...fields,
});

const asIs = (value: unknown): string => JSON.stringify(value);
const areaLine = (area: Area): string => `  ${areaSentence(area, { language: 'en' })}`;
const section = (title: string, lines: readonly string[]): string[] => [
  `# ${title}`,
  ...(lines.length === 0 ? ['nothing'] : lines),
  '',
];

function policyLines(policies: readonly AnalysedPolicy[]): string[] {
  return policies.map(({ id: _, name, decision, action, ...rest }) => `${name}: ${decision} ${action} ${asIs(rest)}`);
}

function eventText({ input, isHypothetical, decision, policy: decider, riskScore }: Witness): string {
  const { agent, resource, ...facts } = input;
  const who = `${agent.name}, ${resource.name}${isHypothetical ? ', not registered' : ''}, ${asIs(facts)}`;
  return `${who} -> ${decision} by ${decider?.name ?? 'risk or permissions'}, risk ${riskScore}`;
}

function findingLines(policies: readonly AnalysedPolicy[]): string[] {
  const found = examine(WORLD, policies, AMPLE).answer;
  if (found === null) return ['not complete'];
  const shadowed = found.dead.filter(({ cause }) => cause === 'SHADOWED');
  return [
    ...found.dead.map(({ name, cause }) => `dead: ${name}, ${cause}`),
    ...shadowed.flatMap(({ id, name }) =>
      (shadowers(WORLD, policies, id, AMPLE).answer ?? []).map(
        (by) => `shadowed: ${name} by ${by.name}, as in ${eventText(by.witness)}`,
      ),
    ),
    ...found.withoutEffect.map(({ name }) => `without effect: ${name}`),
    ...found.needlessFields.map(({ name, field }) => `needless field: ${field} of ${name}`),
    ...found.mergeable.map(
      ({ name, other, condition }) => `mergeable: ${name} and ${other.name} as ${asIs(condition)}`,
    ),
    ...found.unknownAgents.map(({ name }) => `unknown agents: ${name}`),
    ...found.unreachableThresholds.map((name) => `unreachable threshold: ${name}`),
  ];
}

const SETS: Readonly<Record<string, readonly AnalysedPolicy[]>> = {
  'dead-never-matches': [policy('empty', { condition: { minRecords: 9, maxRecords: 1 } })],
  'dead-refused': [policy('asleep', { condition: { agentIds: ['PAUSED'] } })],
  'dead-shadowed': [
    policy('a few', { action: 'READ', condition: { maxRecords: 9 } }),
    policy('b many', { action: 'READ', condition: { minRecords: 10, destination: 'EXTERNAL' } }),
    policy('c many inside', { action: 'READ', condition: { minRecords: 5, destination: 'INTERNAL' } }),
    policy('stated', { action: 'READ', decision: 'ALLOW', condition: { minRecords: 1, destinationContains: '' } }),
  ],
  'without-effect': [
    policy('block deletes', { action: 'DELETE' }),
    policy('block big deletes', { action: 'DELETE', condition: { minRecords: 100 } }),
  ],
  'needless-field': [policy('twice', { action: 'READ', condition: { action: 'READ_DATA', minRecords: 7 } })],
  mergeable: [
    policy('few', { action: 'READ', condition: { maxRecords: 9 } }),
    policy('many', { action: 'READ', condition: { minRecords: 10, maxRecords: 99 } }),
  ],
  'unknown-agents': [policy('stranger', { condition: { agentIds: ['x'] } })],
  'unreachable-threshold': [policy('high', { decision: 'REVIEW', condition: { minRiskScore: 80 } })],
  none: [policy('exports', { action: 'EXPORT', decision: 'REVIEW', condition: { minRecords: 100 } })],
};

const file = (name: string): string => `${ROOT}/test/analysis/golden/${name}.txt`;

it.each(Object.entries(SETS))('of one set: %s', async (name, policies) => {
  const lines = [...section('Policies', policyLines(policies)), ...section('Findings', findingLines(policies))];
  await expect(lines.join('\n')).toMatchFileSnapshot(file(name));
});

const exports = (minRecords: number) => policy('exports', { action: 'EXPORT', condition: { minRecords } });
const asks = (name: string, role: 'ADMIN' | 'MEMBER') =>
  policy(name, { decision: 'REVIEW', action: 'DELETE', approverRoles: [role] });

const EDITS: Readonly<Record<string, readonly [AnalysedPolicy[], AnalysedPolicy[]]>> = {
  looser: [[exports(100)], [exports(500)]],
  stricter: [[exports(500)], [exports(100)]],
  approvers: [
    [asks('a', 'ADMIN'), asks('b', 'MEMBER')],
    [asks('c', 'ADMIN'), asks('b', 'MEMBER')],
  ],
  'no-difference': [
    [exports(100)],
    [exports(100), policy('more', { action: 'EXPORT', condition: { minRecords: 200 } })],
  ],
};

it.each(Object.entries(EDITS))('of one edit: %s', async (name, [before, after]) => {
  const changes = difference(WORLD, before, after, 'decision', AMPLE).answer ?? [];
  const told = changes.flatMap(({ kind, from, to, areas }) => [
    `${kind}: ${[from.decision, ...from.approvers].join(' ')} becomes ${[to.decision, ...to.approvers].join(' ')}`,
    ...areas.flatMap(({ area, by, witness }) => [
      areaLine(area),
      `    ${by.before ?? 'risk or permissions'} -> ${by.after ?? 'risk or permissions'}`,
      `    as in ${eventText(witness)}`,
    ]),
  ]);
  const sets = [...section('Before', policyLines(before)), ...section('After', policyLines(after))];
  await expect([...sets, ...section('Changes', told)].join('\n')).toMatchFileSnapshot(file(name));
});

const CLAIMS: Readonly<Record<string, readonly [AnalysedPolicy[], Claim]>> = {
  'claim-proved': [[policy('no exports', { action: 'EXPORT' })], claim({ when: { action: 'EXPORT' } })],
  'claim-refuted': [[exports(100)], claim({ when: { action: 'EXPORT' } })],
  'claim-evadable': [[exports(100)], claim({ when: { action: 'EXPORT', minRecords: 100 } })],
  'claim-vacuous': [[exports(100)], claim({ when: { minRecords: 9, maxRecords: 1 } })],
};

it.each(Object.entries(CLAIMS))('of one claim: %s', async (name, [policies, asked]) => {
  const [proof] = prove(WORLD, policies, [asked], AMPLE).answer ?? [];
  if (proof === undefined) throw new Error('The claim was not answered.');
  const told = [
    `proved: ${proof.isProved}`,
    `vacuous: ${proof.isVacuous}`,
    `counterexample: ${proof.counterexample === null ? 'none' : eventText(proof.counterexample)}`,
    `evaded by: ${proof.evasion === null ? 'none' : eventText(proof.evasion)}`,
    `held by: ${proof.heldBy.map((one) => one.name).join(', ') || 'no policy'}`,
    `leans on: ${proof.leansOn.join(', ') || 'nothing else'}`,
  ];
  const lines = [...section('Policies', policyLines(policies)), ...section('Claim', [asIs(asked)])];
  await expect([...lines, ...section('Proof', told)].join('\n')).toMatchFileSnapshot(file(name));
});

it('of the access of an agent', async () => {
  const policies = [exports(100)];
  const areas = access(WORLD, policies, 'reader', 'ALLOW', AMPLE).answer ?? [];
  const told = areas.flatMap(({ area, witness }) => [areaLine(area), `    as in ${eventText(witness)}`]);
  const lines = [...section('Policies', policyLines(policies)), ...section('ALLOW for reader-bot', told)];
  await expect(lines.join('\n')).toMatchFileSnapshot(file('access'));
});

it('of the ways out of a refusal', async () => {
  const policies = [
    policy('outside', { condition: { destination: 'EXTERNAL' } }),
    policy('many', { condition: { minRecords: 100 } }),
  ];
  const event = {
    agent: WORLD.agents[0] as AnalysisWorld['agents'][number],
    resource: WORLD.resources[1] as AnalysisWorld['resources'][number],
    action: 'EXPORT_DATA',
    destination: 'EXTERNAL_API',
    recordsAffected: 500,
    findings: [],
    outsideBusinessHours: false,
    hasOpenAnomaly: false,
  } as const;
  const engine = engineOf(WORLD, policies);
  const conditions = policies.map(({ condition }) => condition ?? {});
  const { ways } = waysOut(event, conditions, (input) => ask(engine, input).decision === 'ALLOW');
  const { agent, resource, ...facts } = event;
  const lines = [
    ...section('Policies', policyLines(policies)),
    ...section('Event', [`${agent.name}, ${resource.name}, ${asIs(facts)}`]),
    ...section('Ways out', ways.map(asIs)),
  ];
  await expect(lines.join('\n')).toMatchFileSnapshot(file('ways-out'));
});
