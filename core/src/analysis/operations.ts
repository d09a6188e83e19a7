// SPDX-License-Identifier: Apache-2.0
/** The constants of diagrams, and what each operation on two functions is where it needs no look into their nodes. */
import { UNKNOWN } from './operation-cache.ts';

/** The node of a constant function. */
export const terminal = (value: number): number => -1 - value;
export const terminalValue = (node: number): number => -1 - node;
export const FALSE = terminal(0);
export const TRUE = terminal(1);

/** Values that `isOneOf` does not tell apart are equal modulo this number. */
export const VALUE_CLASSES = 8;

export type Shortcut = (left: number, right: number) => number;

/** The result where it follows without looking into nodes. Two terminals always have one, but for `change`. */
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
    return terminal((terminalValue(right) >> (terminalValue(left) % VALUE_CLASSES)) & 1);
  },
  equals: (left, right) => {
    if (left >= 0) return UNKNOWN;
    return left === right ? TRUE : FALSE;
  },
  change: (left, right) => {
    // A pair of two terminals has its number in the diagram.
    return left === right ? FALSE : UNKNOWN;
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
