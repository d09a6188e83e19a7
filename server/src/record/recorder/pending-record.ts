// SPDX-License-Identifier: Apache-2.0

import type { Draft, RecordOutcome } from './draft.ts';

/** A decision, the outcome of a forwarded call or a change of an event, on its way into a batch. */
export interface PendingRecord {
  draft: Draft;
  resolve(outcome: RecordOutcome): void;
  reject(error: Error): void;
}

/** In the order of the ids, in which heads are locked. */
export function byOrganization(batch: readonly PendingRecord[]): ReadonlyMap<string, readonly PendingRecord[]> {
  const records = new Map<string, PendingRecord[]>();
  for (const pending of batch) {
    const { organizationId } = pending.draft;
    const known = records.get(organizationId);
    if (known === undefined) records.set(organizationId, [pending]);
    else known.push(pending);
  }
  return new Map([...records].sort(([a], [b]) => (a < b ? -1 : 1)));
}
