// SPDX-License-Identifier: Apache-2.0
/** The outcomes of many decisions that were decided again: counts, and the first of each. */
import type { AuditReplayOutcome, AuditReplayVerdict } from '@svc/contract';
import type { DecidedAgain, Differs } from '@svc/core/replay';

export type Tally = Pick<AuditReplayOutcome, 'alike' | 'differing' | 'first' | 'undecided'>;
type UndecidedCount = Tally['undecided'][number];

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

export function verdictOf({ differing, undecided }: Tally): AuditReplayVerdict {
  if (differing > 0) return 'DIFFERS';
  return undecided.length > 0 ? 'UNDECIDED' : 'ALIKE';
}

/** All of them, whatever became of each. */
export function decisionsOf({ alike, differing, undecided }: Tally): number {
  return undecided.reduce((sum, { count }) => sum + count, alike + differing);
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
