// SPDX-License-Identifier: Apache-2.0
/** The outcomes of many decisions that were decided again: counts, and the first of each. */
import type { DecidedAgain, Differs, Undecided } from '@svc/core/replay';

export interface Differing extends Pick<Differs, 'field' | 'recorded' | 'follows'> {
  seq: number;
}

export interface UndecidedCount extends Pick<Undecided, 'reason' | 'of'> {
  count: number;
  firstSeq: number;
}

export interface Tally {
  alike: number;
  differing: number;
  /** The first of them, in the order of the chain. */
  first: Differing[];
  /** One for each reason. */
  undecided: UndecidedCount[];
}

/** The first decisions that differ are told; of the others their number. */
const TOLD_MAX = 100;
/** A value of an entry is cut to so many characters: a file may hold anything. */
const VALUE_CHARACTERS_MAX = 200;

export const emptyTally = (): Tally => ({ alike: 0, differing: 0, first: [], undecided: [] });

export function count(tally: Tally, seq: number, decided: DecidedAgain): void {
  if (decided.outcome === 'ALIKE') tally.alike += 1;
  else if (decided.outcome === 'DIFFERS') {
    tally.differing += 1;
    if (tally.first.length === TOLD_MAX) return;
    const { field, recorded, follows } = decided;
    tally.first.push({ seq, field, recorded: shortened(recorded), follows });
  } else addUndecided(tally, { reason: decided.reason, of: decided.of, count: 1, firstSeq: seq });
}

/** Adds the second to the first. Both may be of any part of the chain. */
export function add(tally: Tally, other: Tally): void {
  tally.alike += other.alike;
  tally.differing += other.differing;
  tally.first = [...tally.first, ...other.first].sort((left, right) => left.seq - right.seq).slice(0, TOLD_MAX);
  for (const one of other.undecided) addUndecided(tally, one);
}

function addUndecided(tally: Tally, one: UndecidedCount): void {
  const known = tally.undecided.find(({ reason, of }) => reason === one.reason && of === one.of);
  if (known === undefined) {
    tally.undecided.push({ ...one });
    return;
  }
  known.count += one.count;
  known.firstSeq = Math.min(known.firstSeq, one.firstSeq);
}

function shortened(value: Differs['recorded']): Differs['recorded'] {
  const text = JSON.stringify(value);
  return text.length <= VALUE_CHARACTERS_MAX ? value : `${text.slice(0, VALUE_CHARACTERS_MAX)}…`;
}
