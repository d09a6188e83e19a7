// SPDX-License-Identifier: Apache-2.0
/**
 * The smallest lawful changes after which an event would be allowed. The decision is constant between bounds, so the
 * engine itself is asked about a few events. No way out leaves a field out: that would be evasion.
 */
import { type DlpType, type PolicyCondition, RECORDS_AFFECTED_MAX } from '@svc/contract';
import { RECORDS_POINTS } from '../risk/index.ts';
import type { WitnessInput } from './witness.ts';

/** A change of the event. A field that is not there stays as it is. */
export interface WayOut {
  /** The event would be allowed with any number in this range. */
  readonly records?: { readonly from: number; readonly to: number };
  readonly destination?: 'INTERNAL';
  readonly outsideBusinessHours?: false;
  /** The types of findings that have to go. */
  readonly withoutFindings?: readonly DlpType[];
}

export interface WaysOut {
  /** With the fewest changes, nearest first. */
  readonly ways: readonly WayOut[];
  /** False when the engine had been asked QUESTIONS_MAX times before all changes were tried. */
  readonly complete: boolean;
}

/** Events about which the engine is asked for one answer. */
export const QUESTIONS_MAX = 200;

/**
 * @param isAllowed what the engine decides about an event
 * @param conditions of the policies by which it decides
 */
export function waysOut(
  event: WitnessInput,
  conditions: readonly PolicyCondition[],
  isAllowed: (event: WitnessInput) => boolean,
): WaysOut {
  const single = [...recordWays(event, conditions), ...otherWays(event), ...findingWays(event.findings)];
  let questionCount = 0;
  const tried = (ways: readonly WayOut[]): WayOut[] =>
    ways.filter((way) => {
      questionCount += 1;
      return questionCount <= QUESTIONS_MAX && isAllowed(changed(event, way));
    });
  const ones = tried(single);
  if (ones.length > 0) return { ways: joinRanges(ones), complete: questionCount <= QUESTIONS_MAX };
  const twos = tried(pairsOf(single));
  return { ways: joinRanges(twos), complete: questionCount <= QUESTIONS_MAX };
}

/** The event after the change; where a range is offered, at its upper end. */
export function changed(event: WitnessInput, way: WayOut): WitnessInput {
  const { records, destination, outsideBusinessHours, withoutFindings = [] } = way;
  return {
    ...event,
    recordsAffected: records === undefined ? event.recordsAffected : records.to,
    destination: destination ?? event.destination,
    outsideBusinessHours: outsideBusinessHours ?? event.outsideBusinessHours,
    findings: event.findings.filter((type) => !withoutFindings.includes(type)),
  };
}

/** Each interval between bounds up to the event's number, nearest first. An event without a number may state any. */
function recordWays({ recordsAffected }: WitnessInput, conditions: readonly PolicyCondition[]): WayOut[] {
  const below = recordsAffected ?? RECORDS_AFFECTED_MAX + 1;
  const ends = new Set<number>(RECORDS_POINTS.map(({ above }) => above));
  for (const condition of conditions) collectEnds(condition, ends);
  const inside = [...ends].filter((end) => end >= 0 && end < below - 1).sort((left, right) => left - right);
  const starts = [0, ...inside.map((end) => end + 1)];
  const ranges = starts.map((from, index) => ({ from, to: inside[index] ?? below - 1 }));
  return ranges
    .filter(({ from, to }) => from <= to)
    .reverse()
    .map((records) => ({ records }));
}

/** The last number of each interval in which no condition changes its answer. */
function collectEnds({ minRecords, maxRecords, allOf = [], anyOf = [] }: PolicyCondition, ends: Set<number>): void {
  if (minRecords !== undefined) ends.add(minRecords - 1);
  if (maxRecords !== undefined) ends.add(maxRecords);
  for (const part of allOf) collectEnds(part, ends);
  for (const part of anyOf) collectEnds(part, ends);
}

function otherWays({ destination, outsideBusinessHours }: WitnessInput): WayOut[] {
  const ways: WayOut[] = [];
  if (destination !== null && destination !== 'INTERNAL') ways.push({ destination: 'INTERNAL' });
  if (outsideBusinessHours) ways.push({ outsideBusinessHours: false });
  return ways;
}

/** Every smaller set of findings, fewest to remove first. */
function findingWays(findings: readonly DlpType[]): WayOut[] {
  const sets = Array.from({ length: 2 ** findings.length - 1 }, (_, index) =>
    findings.filter((__, bit) => ((index + 1) >> bit) & 1),
  );
  return sets.sort((left, right) => left.length - right.length).map((withoutFindings): WayOut => ({ withoutFindings }));
}

function* pairsLazily(single: readonly WayOut[]): Generator<WayOut> {
  for (const [index, one] of single.entries()) {
    for (const other of single.slice(index + 1)) {
      const isOfOneField = Object.keys(one)[0] === Object.keys(other)[0];
      if (!isOfOneField) yield { ...one, ...other };
    }
  }
}

/** Pairs beyond the questions that can be asked are not made; one more tells that there are more. */
function pairsOf(single: readonly WayOut[]): WayOut[] {
  const pairs: WayOut[] = [];
  for (const pair of pairsLazily(single)) {
    if (pairs.length > QUESTIONS_MAX) break;
    pairs.push(pair);
  }
  return pairs;
}

/** Neighbouring ranges whose other changes are the same become one. */
function joinRanges(ways: readonly WayOut[]): WayOut[] {
  const joined: WayOut[] = [];
  for (const way of ways) {
    const { records, ...others } = way;
    const key = JSON.stringify(others);
    const index = joined.findIndex(({ records: range, ...rest }) => {
      const isNext = range !== undefined && records !== undefined && range.from === records.to + 1;
      return isNext && JSON.stringify(rest) === key;
    });
    const before = joined[index]?.records;
    if (records === undefined || before === undefined) joined.push(way);
    else joined[index] = { ...way, records: { from: records.from, to: before.to } };
  }
  return joined;
}
