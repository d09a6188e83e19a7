// SPDX-License-Identifier: Apache-2.0
/** The facts of a test case survive the form, and a fact that was never stated is not stated by it. */
import { expect, it } from 'vitest';
import { factsOf, factValuesOf } from './case-fields.tsx';

it.each([
  [{}],
  [{ dlpTypes: ['CPF', 'API_KEY'] as const }],
  [{ at: '2026-07-05T12:00:00Z' }],
  [{ openAnomaly: false }],
  [{ openAnomaly: true, at: '2026-07-05T09:00:00-03:00', dlpTypes: ['EMAIL'] as const }],
])('keeps %j', ({ dlpTypes, ...facts }: { dlpTypes?: readonly string[]; at?: string; openAnomaly?: boolean }) => {
  const input = { ...facts, ...(dlpTypes !== undefined && { dlpTypes: [...dlpTypes] as never[] }) };
  expect(factsOf(factValuesOf(input))).toEqual(input);
});
