// SPDX-License-Identifier: Apache-2.0
/** The changes that applying a list of policies makes. */
import type { ChangeOperation, PolicySpec } from '@svc/contract';
import { compareCodePoints } from '../code-point-order/index.ts';
import { isSamePolicy } from './normalize.ts';

export interface PolicyChange {
  readonly name: string;
  readonly op: ChangeOperation;
}

/**
 * The changes that turn the stored policies into the payload, matched by name. There is one change per policy of the
 * payload, in its order. With `prune`, each stored policy outside the payload is deleted, in code point order of names.
 * The caller has refused a payload that holds a name twice.
 */
export function planChanges(
  stored: readonly PolicySpec[],
  payload: readonly PolicySpec[],
  prune: boolean,
): PolicyChange[] {
  const storedByName = new Map(stored.map((policy) => [policy.name, policy]));
  const changes = payload.map((policy): PolicyChange => ({ name: policy.name, op: operation(storedByName, policy) }));
  if (!prune) return changes;
  const kept = new Set(payload.map((policy) => policy.name));
  const dropped = [...storedByName.keys()].filter((name) => !kept.has(name)).sort(compareCodePoints);
  return [...changes, ...dropped.map((name): PolicyChange => ({ name, op: 'delete' }))];
}

function operation(storedByName: ReadonlyMap<string, PolicySpec>, policy: PolicySpec): ChangeOperation {
  const stored = storedByName.get(policy.name);
  if (stored === undefined) return 'create';
  return isSamePolicy(stored, policy) ? 'unchanged' : 'update';
}
