// SPDX-License-Identifier: Apache-2.0
/** A refusal for want of room is not told as a name that is taken. */
import { expect, it } from 'vitest';
import { conflictText } from './record-fault.ts';

const WORDS = { takenName: 'taken', full: 'full' };

it.each([
  ['There is already a guardrail with the name Exports.', 'taken'],
  ['There is already an agent with the name An organization, which looks the same; choose another name.', 'taken'],
  ['Delete one first: an organization has at most 100 guardrails.', 'full'],
  ['An organization has at most 10000 agents; delete one first.', 'full'],
])('%s', (message, text) => {
  expect(conflictText(message, WORDS)).toBe(text);
});
