/** The policy that an edit began with, as the service had it. */
import type { PolicyDetail, PolicySpec, PolicyTestCase } from '@svc/contract';
import { draftOf, specOf } from '../../policy/draft/draft.ts';

export interface Base {
  /** null: it is not stored yet. */
  stored: { id: string; updatedAt: string; testsUpdatedAt: string | null } | null;
  /** With every default written out. */
  spec: PolicySpec;
  tests: PolicyTestCase[];
}

export function baseOf(detail: PolicyDetail): Base {
  const { id, updatedAt, testsUpdatedAt, tests } = detail;
  const { name, description, enabled, action, resource, condition, decision, mode, approverRoles } = detail;
  const fields = { name, enabled, action, resource, decision, mode, approverRoles };
  const optional = { ...(description !== undefined && { description }), ...(condition !== undefined && { condition }) };
  return { stored: { id, updatedAt, testsUpdatedAt }, spec: written({ ...fields, ...optional }), tests };
}

export const newBase = (spec: PolicySpec): Base => ({ stored: null, spec: written(spec), tests: [] });

const written = (spec: PolicySpec): PolicySpec => specOf(draftOf(spec));

/** Both sides hold their fields in the same order. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
