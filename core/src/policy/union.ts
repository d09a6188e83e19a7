/**
 * Compiles `anyOf` groups. Members that ask for situations alone become one table look-up, however many they are; the
 * others are indexed, so that 20,000 members of which few can match cost little.
 */
import { indexMembers, someMemberMatches } from './member-index.ts';
import {
  asksForDestination,
  asksForRecords,
  asksMoreThanSituations,
  type Conjunction,
  leadOfAny,
  type Union,
} from './normal-form.ts';
import { containsSituation, SITUATION_CELLS, situationOf } from './situation.ts';

/** Compiles members, none of which is a contradiction. */
export function unionOf(members: readonly Conjunction[]): Union {
  const certain = cellsOf(members.filter((member) => !asksMoreThanSituations(member)));
  const others = members.filter(asksMoreThanSituations);
  const index = others.length === 0 ? null : indexMembers(others);
  let reach = 0;
  for (const member of members) reach |= member.situations;
  return {
    reach,
    isCertain: (cell) => certain[cell] === 1,
    matches: (probe) => certain[probe.cell] === 1 || (index !== null && someMemberMatches(index, probe)),
    lead: leadOfAny(members),
    asksForRecords: members.some(asksForRecords),
    asksForDestination: members.some(asksForDestination),
  };
}

const NO_CELLS = new Uint8Array(SITUATION_CELLS);

/** 1 for each cell in which one of the members matches whatever else the event is. */
function cellsOf(members: readonly Conjunction[]): Uint8Array {
  if (members.length === 0) return NO_CELLS;
  const sets = new Set(members.map((member) => member.situations));
  const cells = new Uint8Array(SITUATION_CELLS);
  for (let cell = 0; cell < SITUATION_CELLS; cell += 1) {
    const situation = situationOf(cell);
    for (const set of sets) {
      if (!containsSituation(set, situation)) continue;
      cells[cell] = 1;
      break;
    }
  }
  return cells;
}
