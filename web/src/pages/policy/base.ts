// SPDX-License-Identifier: Apache-2.0
/** The policy that an edit began with, as the service had it. */
import type { PolicyDetail, PolicySpec, PolicyTestCase } from '@svc/contract';
import { draftOf, specOf, storedSpec } from '../../policy/draft/draft.ts';

export interface Base {
  /** null: it is not stored yet. */
  stored: { id: string; updatedAt: string; testsUpdatedAt: string | null } | null;
  /** With every default written out. */
  spec: PolicySpec;
  tests: PolicyTestCase[];
}

export function baseOf(detail: PolicyDetail): Base {
  const { id, updatedAt, testsUpdatedAt, tests } = detail;
  return { stored: { id, updatedAt, testsUpdatedAt }, spec: storedSpec(detail), tests };
}

export const newBase = (spec: PolicySpec): Base => ({ stored: null, spec: specOf(draftOf(spec)), tests: [] });

/** Both sides hold their fields in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
