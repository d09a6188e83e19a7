// SPDX-License-Identifier: Apache-2.0
/** Finds the policies of a planned change, before and after, one step for each: a whole set takes long. */
import type { PolicySpec } from '@svc/contract';
import { normalizePolicy, type PolicyChange, type Steps } from '@svc/core/policy';
import { uuidv7 } from '../../storage/db/index.ts';
import { type PreparedChange, prepareChange } from './prepare-change.ts';

export interface PlannedChanges<Current extends { id: string; name: string }> {
  changes: readonly PolicyChange[];
  current: readonly Current[];
  payload: readonly PolicySpec[];
}

/**
 * A policy keeps its id for as long as its name stays in the set.
 * @param read reads a current policy
 */
export function* resolveInSteps<Current extends { id: string; name: string }>(
  { changes, current, payload }: PlannedChanges<Current>,
  read: (current: Current) => PolicySpec,
  nowMs: number,
): Steps<PreparedChange[]> {
  const currentOf = new Map(current.map((policy) => [policy.name, policy]));
  const payloadOf = new Map(payload.map((policy) => [policy.name, policy]));
  const prepared: PreparedChange[] = [];
  for (const { name, op } of changes) {
    if (op === 'unchanged') continue;
    if (prepared.length > 0) yield;
    const before = currentOf.get(name);
    const after = payloadOf.get(name);
    const stored = {
      change: op,
      policyId: before?.id ?? uuidv7(nowMs),
      before: before === undefined ? null : normalizePolicy(read(before)),
      after: op === 'delete' || after === undefined ? null : normalizePolicy(after),
    };
    prepared.push(prepareChange(stored));
  }
  return prepared;
}
