/** Policies that do nothing, whatever comes: proved by the service, and told beside their names. */
import type { DeadCause } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/reading.ts';

export type Finding = DeadCause | 'withoutEffect';

/** By the id of the policy. The list does not wait for them, and does without them when they fail. */
export function useFindings(): ReadonlyMap<string, Finding> {
  const { data } = useQuery(readOf('analysePolicies'));
  if (data === undefined) return NONE;
  return new Map<string, Finding>([
    ...data.withoutEffect.map(({ id }) => [id, 'withoutEffect'] as const),
    ...data.dead.map(({ id, cause }) => [id, cause] as const),
  ]);
}

const NONE: ReadonlyMap<string, Finding> = new Map();
