// SPDX-License-Identifier: Apache-2.0
/** The test cases that are kept with a policy: one row each, as long as the policy stands in the set. */
import { createHash } from 'node:crypto';
import { POLICY_CASES_PER_ORGANIZATION_MAX, type PolicyTestCase } from '@svc/contract';
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/core/canonical-json';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

export interface KeptCases {
  cases: PolicyTestCase[];
  /** null when none were ever kept. */
  updatedAt: Date | null;
}

export async function selectCases(
  transaction: Transaction,
  organizationId: string,
  policyId: string,
): Promise<KeptCases> {
  const [row] = await transaction.query<{ cases: PolicyTestCase[]; updated_at: Date }>(SELECT_CASES, [
    organizationId,
    policyId,
  ]);
  return row === undefined ? { cases: [], updatedAt: null } : { cases: row.cases, updatedAt: row.updated_at };
}

const SELECT_CASES = `SELECT cases, updated_at FROM svc.policy_cases WHERE organization_id = $1 AND policy_id = $2`;

/** `metadata` means nothing to a test, and is not kept. */
export function keptForm(cases: readonly PolicyTestCase[]): PolicyTestCase[] {
  return cases.map(({ input: { metadata: _metadata, ...input }, ...rest }) => ({ ...rest, input }));
}

export function isSameCases(left: readonly PolicyTestCase[], right: readonly PolicyTestCase[]): boolean {
  return textOf(left) === textOf(right);
}

/** How many they are, and a digest: what an audit entry tells of them. */
export function casesShown(cases: readonly PolicyTestCase[]): JsonObject {
  return { cases: cases.length, sha256: createHash('sha256').update(textOf(cases)).digest('hex') };
}

const textOf = (cases: readonly PolicyTestCase[]): string => canonicalJson(cases as unknown as JsonValue);

/**
 * Replaces the cases of a policy. The caller holds the head's lock.
 * @throws ApiError 409 when the organization would keep too many
 */
export async function writeCases(
  transaction: Transaction,
  organizationId: string,
  { policyId, cases, at }: { policyId: string; cases: readonly PolicyTestCase[]; at: Date },
): Promise<void> {
  const [row] = await transaction.query<{ count: number }>(COUNT_OTHERS, [organizationId, policyId]);
  if ((row?.count ?? 0) + cases.length > POLICY_CASES_PER_ORGANIZATION_MAX) {
    const message = `An organization keeps at most ${POLICY_CASES_PER_ORGANIZATION_MAX} test cases with its policies.`;
    throw new ApiError('conflict', { message });
  }
  await transaction.query(WRITE_CASES, [organizationId, policyId, JSON.stringify(cases), at]);
}

const COUNT_OTHERS = `
  SELECT COALESCE(sum(jsonb_array_length(cases)), 0)::int AS count
  FROM svc.policy_cases WHERE organization_id = $1 AND policy_id <> $2`;

const WRITE_CASES = `
  INSERT INTO svc.policy_cases AS c (organization_id, policy_id, cases, updated_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (organization_id, policy_id) DO UPDATE SET cases = excluded.cases,
    updated_at = greatest(excluded.updated_at, svc.next_ms(c.updated_at))`;

/** The cases of policies that leave the set. */
export async function deleteCases(
  transaction: Transaction,
  organizationId: string,
  policyIds: readonly string[],
): Promise<void> {
  if (policyIds.length > 0) await transaction.query(DELETE_CASES, [organizationId, policyIds]);
}

const DELETE_CASES = `DELETE FROM svc.policy_cases WHERE organization_id = $1 AND policy_id = ANY ($2::uuid[])`;
