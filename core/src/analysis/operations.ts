// SPDX-License-Identifier: Apache-2.0
/** The constants of diagrams, and what each operation on two functions is where it needs no look into their nodes. */
import { UNKNOWN } from './operation-cache.ts';

/** The node of a constant function. */
export const terminal = (value: number): number => -1 - value;
export const terminalValue = (node: number): number => -1 - node;
export const FALSE = terminal(0);
export const TRUE = terminal(1);

export type Shortcut = (left: number, right: number) => number;

/** The result where it follows without looking into nodes. Two terminals always have one. */
const SHORTCUTS = {
  and: (left, right) => {
    if (left === FALSE || right === FALSE) return FALSE;
    if (left === TRUE || left === right) return right;
    return right === TRUE ? left : UNKNOWN;
  },
  or: (left, right) => {
    if (left === TRUE || right === TRUE) return TRUE;
    if (left === FALSE || left === right) return right;
    return right === FALSE ? left : UNKNOWN;
  },
  without: (left, right) => {
    if (left === FALSE || right === TRUE || left === right) return FALSE;
    return right === FALSE ? left : UNKNOWN;
  },
  within: (left, right) => {
    if (left === FALSE || right === FALSE) return FALSE;
    return left === TRUE ? right : UNKNOWN;
  },
  first: (left, right) => {
    if (left === FALSE) return right;
    return left < 0 || right === FALSE || left === right ? left : UNKNOWN;
  },
  isOneOf: (left, right) => {
    if (left >= 0) return UNKNOWN;
    return terminal((terminalValue(right) >> terminalValue(left)) & 1);
  },
  equals: (left, right) => {
    if (left >= 0) return UNKNOWN;
    return left === right ? TRUE : FALSE;
  },
  change: (left, right) => {
    if (left === right) return FALSE;
    return left < 0 && right < 0 ? terminal(1 + terminalValue(left) * CHANGE_BASE + terminalValue(right)) : UNKNOWN;
  },
  meets: (left, right) => {
    if (left === FALSE || right === FALSE) return FALSE;
    return left === TRUE || right === TRUE || left === right ? TRUE : UNKNOWN;
  },
} satisfies Record<string, Shortcut>;

type OperationName = keyof typeof SHORTCUTS;
const OPERATION_NAMES = Object.keys(SHORTCUTS) as OperationName[];
export const SHORTCUT_OF: readonly Shortcut[] = OPERATION_NAMES.map((name) => SHORTCUTS[name]);
const numberOf = (name: OperationName): number => OPERATION_NAMES.indexOf(name);
export const [AND, OR, WITHOUT, WITHIN] = [numberOf('and'), numberOf('or'), numberOf('without'), numberOf('within')];
export const [FIRST, IS_ONE_OF, EQUALS] = [numberOf('first'), numberOf('isOneOf'), numberOf('equals')];
export const [CHANGE, MEETS] = [numberOf('change'), numberOf('meets')];

/** More than any outcome's value. */
const CHANGE_BASE = 32;
/** The two outcomes of a terminal that `change` made. */
export const changeOf = (value: number): { before: number; after: number } => ({
  before: Math.floor((value - 1) / CHANGE_BASE),
  after: (value - 1) % CHANGE_BASE,
});
export const changeValue = (before: number, after: number): number => 1 + before * CHANGE_BASE + after;
