// SPDX-License-Identifier: Apache-2.0
/** Compiles the demands of a conjunction into closures, and its groups of alternatives into indexes of their own. */
import type { Probe } from './facts.ts';
import { indexMembers, scanGroups, type Test } from './member-index.ts';
import {
  asksMoreThanSituations,
  type Conjunction,
  NO_RECORDS_MAX,
  NO_RECORDS_MIN,
  NO_RISK_MIN,
  type Union,
} from './normal-form.ts';
import { containsSituation, SITUATIONS } from './situation.ts';

/** The test of one conjunction. The index that lists it tests its situations and its own agents. */
export function testOf(conjunction: Conjunction): Test {
  const { recordsMin, recordsMax, riskMin, contents, unions } = conjunction;
  const tests: Test[] = [];
  if (recordsMin !== NO_RECORDS_MIN) tests.push((probe) => probe.records >= recordsMin);
  if (recordsMax !== NO_RECORDS_MAX) tests.push((probe) => probe.records <= recordsMax);
  if (riskMin > NO_RISK_MIN) tests.push((probe) => probe.riskScore >= riskMin);
  for (const content of contents) tests.push((probe) => (probe.content & content) !== 0);
  for (const union of unions) tests.push(testOfUnion(union));
  return every(tests);
}

const MATCHES: Test = () => true;

/**
 * Members that ask for situations alone are one look-up, however many there are. A few other members are tested one by
 * one, and many are indexed. 20,000 members of which few can match therefore cost little.
 */
function testOfUnion({ members }: Union): Test {
  const others = members.filter(asksMoreThanSituations);
  const tests = [testOfSituations(members.filter((member) => !asksMoreThanSituations(member)))];
  if (others.length <= MEMBERS_UNINDEXED_MAX) {
    for (const member of others) tests.push(wholeTestOf(member));
  } else {
    const index = indexMembers(others, others.map(testOf));
    tests.push((probe) => scanGroups(index, index.groups, probe, null));
  }
  return some(tests.filter((test) => test !== MATCHES_NOT));
}

/** Up to this many members are tested one by one: an index costs more than it saves. */
const MEMBERS_UNINDEXED_MAX = 8;

/** The test of a conjunction outside of any index, including situations and agents. */
function wholeTestOf(conjunction: Conjunction): Test {
  const { situations, agentIds } = conjunction;
  const rest = testOf(conjunction);
  return (probe) =>
    containsSituation(situations, probe.situation) && (agentIds === null || agentIds.has(probe.agentId)) && rest(probe);
}

const MATCHES_NOT: Test = () => false;

/** Up to this many sets of situations are compared one by one, which takes less than a table of cells. */
const SETS_COMPARED_MAX = 8;

function testOfSituations(members: readonly Conjunction[]): Test {
  const sets = [...new Set(members.map((member) => member.situations))];
  const [first] = sets;
  if (first === undefined) return MATCHES_NOT;
  if (sets.length === 1) return (probe) => containsSituation(first, probe.situation);
  const isInSome = (situation: number): boolean => sets.some((set) => containsSituation(set, situation));
  if (sets.length <= SETS_COMPARED_MAX) return (probe) => isInSome(probe.situation);
  const answers: (boolean | undefined)[] = new Array(SITUATIONS.length).fill(undefined);
  return (probe) => {
    answers[probe.cell] ??= isInSome(probe.situation);
    return answers[probe.cell] === true;
  };
}

function every(tests: readonly Test[]): Test {
  const [first = MATCHES, second = MATCHES] = tests;
  if (tests.length <= 1) return first;
  if (tests.length === 2) return (probe: Probe) => first(probe) && second(probe);
  return (probe) => {
    for (const test of tests) {
      if (!test(probe)) return false;
    }
    return true;
  };
}

function some(tests: readonly Test[]): Test {
  const [first = MATCHES_NOT, second = MATCHES_NOT] = tests;
  if (tests.length <= 1) return first;
  if (tests.length === 2) return (probe) => first(probe) || second(probe);
  return (probe) => {
    for (const test of tests) {
      if (test(probe)) return true;
    }
    return false;
  };
}
