// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: compiling takes work in proportion to the length of the policies, whatever a caller writes. An event takes
 * no more work than reading every condition once. Work is counted, not timed: the blocks of this folder's code that
 * ran, as the engine counts them for coverage, and items put into sets.
 */
import { type Profiler, Session } from 'node:inspector';
import {
  ACTION_FAMILIES,
  CLASSIFICATIONS,
  CONDITION_AGENT_IDS_MAX,
  CONDITION_LEVELS_MAX,
  CONDITIONS_PER_GROUP_MAX,
  DLP_TYPES,
  type DlpType,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  POLICIES_PER_ORGANIZATION_MAX,
  POLICY_SET_BYTES_MAX,
  type PolicyCondition,
  REQUEST_BODY_BYTES_MAX,
} from '@svc/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { sample } from '../../../test/harness/amount/index.ts';
import {
  COMPILING_STEPS_PER_BYTE_MAX,
  DECIDING_STEPS_PER_BYTE_MAX,
  LOOK_UP_STEPS_MAX,
  POLICY_GROWTH_MAX,
} from '../../../test/harness/bounds/index.ts';
import { blocking, GROUP_MEMBERS, manyConditions, UNMATCHED } from '../../../test/harness/full-groups/index.ts';
import type { IdentifiedPolicy, PolicyFacts } from './index.ts';

/** Blocks are counted in code that is loaded while counting is on. */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const { checkPolicies, compilePolicies, evaluatePolicies } = await import('./index.ts');
// Loading is no work of a call.
session.post('Profiler.takePreciseCoverage');
/** Files that run behind this one in the same process would be counted too, and take twice the time. */
afterAll(() => {
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

const FACTS: PolicyFacts = {
  agentId: 'nobody',
  action: 'READ_DATA',
  classification: 'PUBLIC',
  destination: 'INTERNAL',
  recordsAffected: 5,
  containsSensitiveData: true,
  dlpTypes: [...DLP_TYPES],
  lgpdCategories: [...LGPD_CATEGORIES],
  riskScore: 50,
  outsideBusinessHours: true,
};

/** One event for each cell that test cases of one moment reach. */
const CELLS: readonly PolicyFacts[] = EVENT_ACTIONS.flatMap((action) =>
  CLASSIFICATIONS.flatMap((classification) =>
    ([null, 'INTERNAL', 'EXTERNAL_EMAIL', 'EXTERNAL_API'] as const).map((destination) => ({
      ...FACTS,
      action,
      classification,
      destination,
    })),
  ),
);

/** No multiple of how many classifications and destinations there are: a sample meets each of them. */
const EVENTS = sample(CELLS, 23);

/** A group with a field beside it never dissolves into the group around it. */
const KEPT: PolicyCondition = { outsideBusinessHours: true };

/** Members that an event with each kind of lead reaches, and that never match. */
const NEAR_MISSES: PolicyCondition[] = [
  { minRecords: 1, maxRecords: 2 },
  { maxRecords: 9, minRiskScore: 90 },
  { dlpTypes: ['CPF'], minRiskScore: 90 },
  { minRiskScore: 10, anyOf: [{ agentIds: ['x'] }, { minRiskScore: 90 }] },
  { agentIds: ['nobody'], minRiskScore: 90 },
];

const repeated = (count: number, conditionOf: (index: number) => PolicyCondition): PolicyCondition[] =>
  Array.from({ length: count }, (_, index) => conditionOf(index));

/** So many groups within one another; the innermost is given. */
function nested(
  levels: number,
  innermost: PolicyCondition,
  around: (inner: PolicyCondition, level: number) => PolicyCondition,
): PolicyCondition {
  let condition = innermost;
  for (let level = 0; level < levels; level += 1) condition = around(condition, level);
  return condition;
}

const agents = (count: number, prefix = 'a'): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const LEVELS = CONDITION_LEVELS_MAX - 1;
/** A set of types for each number below 4,096. */
const typesOf = (bits: number): DlpType[] => DLP_TYPES.filter((_, place) => (bits & (1 << place)) !== 0);

/** The worst conditions that are known, each of about so many bytes as JSON. */
const CONDITIONS: Readonly<Record<string, (bytes: number) => PolicyCondition>> = {
  'agents below 31 groups that one situation keeps': (bytes) =>
    nested(
      LEVELS,
      { anyOf: [...repeated(4, (at) => ({ agentIds: agents(bytes / 40, `${at}`) })), { action: 'SEND_EMAIL' }] },
      (inner) => ({ ...KEPT, anyOf: [inner, { action: 'SEND_EMAIL' }] }),
    ),
  'agents below 31 groups that are indexed': (bytes) =>
    nested(LEVELS, { agentIds: agents(bytes / 10) }, (inner) => ({
      ...KEPT,
      anyOf: [inner, ...repeated(9, (at) => ({ minRecords: 100 + at }))],
    })),
  'agents at every one of 31 groups': (bytes) =>
    nested(LEVELS, { agentIds: agents(bytes / 300) }, (inner, level) => ({
      ...KEPT,
      anyOf: [inner, { agentIds: agents(bytes / 300, `${level}-`) }],
    })),
  'groups that several kinds of lead reach': (bytes) =>
    nested(
      LEVELS,
      { anyOf: repeated(bytes / 400, (at) => NEAR_MISSES[at % 5] as PolicyCondition) },
      (inner, level) => ({
        ...KEPT,
        anyOf: [...repeated(bytes / 1_700, (at) => NEAR_MISSES[(at + level) % 5] as PolicyCondition), inner],
      }),
    ),
  'sets of findings below 31 groups that all must match': (bytes) =>
    nested(LEVELS, { allOf: repeated(bytes / 90, (at) => ({ dlpTypes: typesOf(1 + (at % 4_095)) })) }, (inner) => ({
      allOf: [inner],
    })),
  'groups of alternatives below 31 groups that all must match': (bytes) =>
    nested(
      LEVELS,
      { allOf: repeated(bytes / 50, (at) => ({ anyOf: [{ minRecords: at }, { minRiskScore: 70 }] })) },
      (inner) => ({ allOf: [inner] }),
    ),
  'alternatives below 31 groups of one': (bytes) =>
    nested(LEVELS, { anyOf: repeated(bytes / 20, (at) => ({ minRecords: 10 + at })) }, (inner) => ({ anyOf: [inner] })),
  'alternatives below 31 groups that dissolve': (bytes) =>
    nested(LEVELS, { anyOf: repeated(bytes / 20, (at) => ({ minRecords: 10 + at })) }, (inner) => ({
      anyOf: [{ maxRecords: 1 }, inner],
    })),
  'agents that nested conditions all name': (bytes) =>
    nested(LEVELS, { agentIds: agents(bytes / 300) }, (inner) => ({ agentIds: agents(bytes / 300), allOf: [inner] })),
  'many sets of situations': (bytes) => ({
    allOf: repeated(bytes / 800, (at) => ({
      anyOf: [
        ...EVENT_ACTIONS.map((action) => ({ action, containsSensitiveData: at % 2 === 0 })),
        ...ACTION_FAMILIES.map((action) => ({ action, destination: 'INTERNAL' as const })),
        { outsideBusinessHours: false },
      ],
    })),
  }),
  'flat alternatives': (bytes) => ({ anyOf: repeated(bytes / 40, (at) => NEAR_MISSES[at % 5] as PolicyCondition) }),
};

/** Sets of many policies, each small. */
const SETS: Readonly<Record<string, (at: number) => PolicyCondition>> = {
  'thousands of policies': (at) => NEAR_MISSES[at % 5] as PolicyCondition,
  'policies of 31 groups': () =>
    nested(LEVELS, { agentIds: agents(20) }, (inner) => ({ ...KEPT, anyOf: [inner, { action: 'DELETE' }] })),
};

/** Policies of about so many bytes as JSON. */
function policiesOf(name: string, bytes: number): IdentifiedPolicy[] {
  const [conditionOf, conditionAt] = [CONDITIONS[name], SETS[name]];
  if (conditionOf !== undefined) return [policyOf(0, conditionOf(Math.floor(bytes)))];
  if (conditionAt === undefined) throw new Error(`no such shape: ${name}`);
  const each = JSON.stringify(policyOf(1_000, conditionAt(0))).length;
  return Array.from({ length: Math.floor(bytes / each) }, (_, at) => policyOf(at, conditionAt(at)));
}

const policyOf = (at: number, condition: PolicyCondition): IdentifiedPolicy => ({
  id: `${at}`,
  name: `policy ${at}`,
  action: 'ANY',
  decision: 'BLOCK',
  condition,
});

const NAMES = [...Object.keys(CONDITIONS), ...Object.keys(SETS)];

/** Blocks that ran and items put into sets while `run` did, and what it answered. */
function counted<Result>(run: () => Result): { steps: number; result: Result } {
  const { add } = Set.prototype;
  let steps = 0;
  Set.prototype.add = function counting<Item>(this: Set<Item>, item: Item) {
    steps += 1;
    return add.call(this, item);
  };
  let result: Result;
  try {
    result = run();
  } finally {
    Set.prototype.add = add;
  }
  // It counts anew from here on: nothing of this folder runs between two calls but what they count.
  session.post('Profiler.takePreciseCoverage', (_error, coverage: Profiler.TakePreciseCoverageReturnType) => {
    const scripts = coverage.result.filter(({ url }) => /core\/src\/policy\/[a-z-]+\.ts/.test(url));
    for (const { count } of scripts.flatMap((script) => script.functions.flatMap((one) => one.ranges))) steps += count;
  });
  return { steps, result };
}

/** Steps for each byte of the policies as JSON. */
interface Work {
  readonly compiling: number;
  /** The dearest event, its cell included. */
  readonly deciding: number;
}

function workOver(policies: readonly IdentifiedPolicy[], events: readonly PolicyFacts[]): Work {
  const bytes = JSON.stringify(policies).length;
  const checking = counted(() => checkPolicies(policies));
  const compiling = counted(() => compilePolicies(policies));
  const deciding = events.map((event) => counted(() => evaluatePolicies(compiling.result, event)).steps);
  return { compiling: (checking.steps + compiling.steps) / bytes, deciding: Math.max(...deciding) / bytes };
}

/** Measures again what grew too fast: V8 now and then counts blocks twice, and work that grows does so each time. */
const MEASURED_MAX = 3;

interface Growth {
  readonly whole: Work;
  readonly compiling: number;
  readonly deciding: number;
}

function growthOf(name: string): Growth {
  const half = workOver(policiesOf(name, REQUEST_BODY_BYTES_MAX / 2), EVENTS);
  const whole = workOver(policiesOf(name, REQUEST_BODY_BYTES_MAX), EVENTS);
  return { whole, compiling: whole.compiling / half.compiling, deciding: whole.deciding / half.deciding };
}

describe('the work over the worst policies of one request', () => {
  it.each(NAMES)('grows with their length and no faster: %s', (name) => {
    let growth = growthOf(name);
    for (let measured = 1; measured < MEASURED_MAX; measured += 1) {
      const grows = Math.max(growth.compiling, growth.deciding) >= POLICY_GROWTH_MAX;
      if (!grows && growth.whole.compiling < COMPILING_STEPS_PER_BYTE_MAX) break;
      growth = growthOf(name);
    }
    expect(growth.whole.compiling).toBeLessThan(COMPILING_STEPS_PER_BYTE_MAX);
    expect(growth.whole.deciding).toBeLessThan(DECIDING_STEPS_PER_BYTE_MAX);
    expect(growth.compiling).toBeLessThan(POLICY_GROWTH_MAX);
    expect(growth.deciding).toBeLessThan(POLICY_GROWTH_MAX);
  });
});

describe('the work over the worst stored set', () => {
  it('grows with its length and no faster', () => {
    const each = POLICY_SET_BYTES_MAX / 40;
    const policies = Array.from({ length: 40 }, (_, at) => policiesOf(NAMES[at % NAMES.length] as string, each));
    const work = workOver(policies.flat(), EVENTS.slice(0, 8));
    expect(work.compiling).toBeLessThan(COMPILING_STEPS_PER_BYTE_MAX);
    expect(work.deciding).toBeLessThan(DECIDING_STEPS_PER_BYTE_MAX);
  });
});

/** Steps of compiling, and of an event that nothing matches, behind a first one of its cell. */
function workOfNone(policies: readonly IdentifiedPolicy[]) {
  const compiling = counted(() => compilePolicies(policies));
  counted(() => evaluatePolicies(compiling.result, UNMATCHED));
  const deciding = counted(() => evaluatePolicies(compiling.result, UNMATCHED));
  expect(deciding.result.matchedPolicyIds).toEqual([]);
  return { compiling: compiling.steps, deciding: deciding.steps };
}

function expectLookUp(policiesOfSize: (share: number) => IdentifiedPolicy[]): void {
  const [half, whole] = [workOfNone(policiesOfSize(0.5)), workOfNone(policiesOfSize(1))];
  expect(whole.compiling / half.compiling).toBeLessThan(2 * POLICY_GROWTH_MAX);
  expect(whole.deciding).toBeLessThan(LOOK_UP_STEPS_MAX);
}

const agentIds = agents(CONDITION_AGENT_IDS_MAX);
const MIXED = (index: number) =>
  (GROUP_MEMBERS[index % GROUP_MEMBERS.length] as (typeof GROUP_MEMBERS)[number])[1](index);

describe('an event that nothing matches takes a look-up, however many there are', () => {
  it.each(GROUP_MEMBERS)('conditions of a group: %s', (_, conditionOf) => {
    expectLookUp((share) => [blocking({ anyOf: manyConditions(conditionOf, share * CONDITIONS_PER_GROUP_MAX) })]);
  });

  it.each([...GROUP_MEMBERS, ['all kinds', MIXED] as const])('policies: %s', (_, conditionOf) => {
    expectLookUp((share) =>
      Array.from({ length: share * POLICIES_PER_ORGANIZATION_MAX }, (_one, index) =>
        blocking(conditionOf(index), index),
      ),
    );
  });

  it('agents of one condition', () => {
    expectLookUp((share) => [blocking({ agentIds: agentIds.slice(0, share * agentIds.length) })]);
  });
});
