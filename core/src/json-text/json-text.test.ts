// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a JSON text is read only when every reader reads the same in it, and none of them overflows. */
import { expect, it } from 'vitest';
import { readJsonText } from './index.ts';

it.each([
  '{}',
  '[]',
  '"a"',
  '5',
  'null',
  ' {"a":[1,{"a":2}]} ',
  '{"a":"{\\"a\\":[[["}',
  `${'['.repeat(128)}${']'.repeat(128)}`,
])('reads %s', (text) => {
  expect(readJsonText(text)).toEqual({ value: JSON.parse(text) });
});

it.each([
  '',
  '{',
  '{a:1}',
  '"',
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  `${'['.repeat(129)}${']'.repeat(129)}`,
  `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
])('reads nothing in %.40s', (text) => {
  expect(readJsonText(text)).toBeNull();
});
