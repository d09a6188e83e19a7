// SPDX-License-Identifier: Apache-2.0
/** Policies that do nothing, whatever comes: proved by the service, and told beside their names. */
import type { AppAnswer, DeadCause } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';

export type Finding = DeadCause | 'withoutEffect';

/**
 * The finding about one policy. Its row asks for it, so the proof of all policies begins when the first rows are
 * there, and takes nothing from them. The list does without it when it fails.
 */
export function useFinding(id: string): Finding | undefined {
  return useQuery({ ...readOf('analysePolicies'), select: findingsOf }).data?.get(id);
}

type Analysis = AppAnswer<'analysePolicies'>;

const known = new WeakMap<Analysis, ReadonlyMap<string, Finding>>();

/** By the id of the policy, and made once for all rows. */
function findingsOf(analysis: Analysis): ReadonlyMap<string, Finding> {
  const before = known.get(analysis);
  if (before !== undefined) return before;
  const findings = new Map<string, Finding>([
    ...analysis.withoutEffect.map(({ id }) => [id, 'withoutEffect'] as const),
    ...analysis.dead.map(({ id, cause }) => [id, cause] as const),
  ]);
  known.set(analysis, findings);
  return findings;
}
