// SPDX-License-Identifier: Apache-2.0
/** Two sides measured in turn, A B A B …, so that other load on the machine falls on both. */

/** Fewer rounds say nothing about the spread. */
export const ROUNDS = 5;
/**
 * The number of rounds for comparing rates of requests. The speed of a virtual machine changes from second to second.
 * Many short rounds, whose sides lie close together, therefore tell more than a few long ones.
 */
export const SHORT_ROUNDS = { rounds: 101, seconds: 0.4 } as const;

export interface Side<Result> {
  name: string;
  measure(): Promise<Result>;
}

export interface Round<Ours, Beside> {
  ours: Ours;
  beside: Beside;
}

/** One unmeasured round goes before, in which both sides get warm. */
export async function alternate<Ours, Beside>(
  what: string,
  ours: Side<Ours>,
  beside: Side<Beside>,
  count: number = ROUNDS,
): Promise<Round<Ours, Beside>[]> {
  const rounds: Round<Ours, Beside>[] = [];
  for (let round = 0; round <= count; round += 1) {
    progress(`${what}: ${round === 0 ? 'warm-up' : `round ${round} of ${count}`}`);
    const measured = { ours: await ours.measure(), beside: await beside.measure() };
    if (round > 0) rounds.push(measured);
  }
  return rounds;
}

/** On standard error: standard output holds the table alone. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
