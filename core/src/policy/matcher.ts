/** Compiles what a conjunction asks into closures, its groups of alternatives into indexes of their own. */
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

/** The test of one conjunction. Its situations and its own agents are left to the index under which it is listed. */
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
 * Members that ask for situations alone become one table look-up, however many they are; the others are indexed, so
 * that 20,000 members of which few can match cost little.
 */
function testOfUnion({ members }: Union): Test {
  const certain = cellsOf(members.filter((member) => !asksMoreThanSituations(member)));
  const others = members.filter(asksMoreThanSituations);
  if (others.length === 0) return (probe) => certain[probe.cell] === 1;
  const index = indexMembers(others, others.map(testOf));
  return (probe) => certain[probe.cell] === 1 || scanGroups(index, index.groups, probe, null);
}

const NO_CELLS = new Uint8Array(SITUATIONS.length);

/** 1 for each cell in which one of the members matches whatever else the event is. */
function cellsOf(members: readonly Conjunction[]): Uint8Array {
  if (members.length === 0) return NO_CELLS;
  const cells = new Uint8Array(SITUATIONS.length);
  for (const set of new Set(members.map((member) => member.situations))) {
    for (const [cell, situation] of SITUATIONS.entries()) {
      if (containsSituation(set, situation)) cells[cell] = 1;
    }
  }
  return cells;
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
