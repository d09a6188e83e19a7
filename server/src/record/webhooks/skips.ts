// SPDX-License-Identifier: Apache-2.0
/** Events that are counted for a held endpoint. They commit with their cause, under the lock of the head. */
import type { WebhookType } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

interface SkippedEvent {
  endpoint_id: string;
  event_id: string;
  types: readonly WebhookType[];
  /** RFC 3339. */
  created_at: string;
}

/** The column of each type that may be counted. */
export const COUNT_OF_TYPE = {
  BLOCK: 'blocks',
  REVIEW: 'reviews',
  CRITICAL: 'criticals',
  ANOMALY: 'anomalies',
} as const satisfies Partial<Record<WebhookType, string>>;

export type CountedType = keyof typeof COUNT_OF_TYPE;

type Counts = Record<(typeof COUNT_OF_TYPE)[CountedType], number>;

/** The counts of one endpoint in a transaction. */
export interface Skips extends Counts {
  endpoint_id: string;
  skipped: number;
  first_event_id: string;
  first_at: string;
  last_event_id: string;
  last_at: string;
}

/** @param skips by endpoint; the event is added to those of its endpoint */
export function addSkip(skips: Map<string, Skips>, event: SkippedEvent): void {
  const { endpoint_id, event_id, types, created_at } = event;
  const none = { skipped: 0, blocks: 0, reviews: 0, criticals: 0, anomalies: 0 };
  const first = { endpoint_id, first_event_id: event_id, first_at: created_at };
  const before = skips.get(endpoint_id) ?? { ...none, ...first };
  const after = { ...before, skipped: before.skipped + 1, last_event_id: event_id, last_at: created_at };
  for (const type of types) if (type in COUNT_OF_TYPE) after[COUNT_OF_TYPE[type as CountedType]] += 1;
  skips.set(endpoint_id, after);
}

/** Begins holds, or adds to them. */
export async function countSkips(
  transaction: Transaction,
  organizationId: string,
  skips: Iterable<Skips>,
): Promise<void> {
  await transaction.query(COUNT_SKIPS, [organizationId, JSON.stringify([...skips])]);
}

const COUNT_SKIPS = 'SELECT svc.count_skips($1, $2)';
