// SPDX-License-Identifier: Apache-2.0
/** The words between the thread that reads an export and those that decide again. */
import type { Tally } from './tally.ts';

/** Lines of entries in the order of the chain: all that rules follow from, and decisions to be decided again. */
export type ReplayMessage = string;

export type ReplayAnswer = Tally | { refused: string };

/** Stands before the line of a decision that was not asked for: counts follow from it. */
export const COUNT_ONLY = '-';
