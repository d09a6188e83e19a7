// SPDX-License-Identifier: Apache-2.0
/** Checks of the fields of an answer. Fields that are not named here may be there or not. */
import { UnexpectedAnswerError } from '../errors.ts';

export type Fields = Record<string, unknown>;
export type Test = (value: unknown) => boolean;

export const isText: Test = (value) => typeof value === 'string';
export const isFlag: Test = (value) => typeof value === 'boolean';
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isTexts: Test = (value) => Array.isArray(value) && value.every(isText);
export const oneOf =
  (...words: readonly unknown[]): Test =>
  (value) =>
    words.includes(value);
export const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
export const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
export const objectOf =
  (tests: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isObject(value) && Object.entries(tests).every(([name, test]) => test(value[name]));

/**
 * @param what the answer should be, such as `decision`
 * @param path of the value in it, with a dot at its end; empty for the body
 * @throws UnexpectedAnswerError naming the first field that is missing or wrong
 */
export function checkFields(
  what: string,
  value: unknown,
  tests: Readonly<Record<string, Test>>,
  path: string = '',
): Fields {
  if (!isObject(value)) throw notThe(what, `${path === '' ? 'the body' : path.slice(0, -1)} is no object`);
  for (const [name, test] of Object.entries(tests)) {
    if (!test(value[name])) throw notThe(what, `${path}${name} is missing or wrong`);
  }
  return value;
}

export function notThe(what: string, why: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(`no ${what}, ${why}`, 200, null);
}
