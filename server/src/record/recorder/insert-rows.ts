// SPDX-License-Identifier: Apache-2.0
/** Inserts the rows of a batch. It knows which statement takes which rows, and not how a batch is committed. */
import { columnArrays, type Statement } from '../../storage/db/index.ts';
import { advanceHeads, entryArrays, keepMonths } from '../../storage/heads/index.ts';
import { countSkips, insertDeliveries } from '../webhooks/index.ts';
import { writeActs } from './acts.ts';
import type { LinkedBatch } from './link-batch.ts';
import { EVENT_COLUMNS, INSERT_EVENTS, INSERT_REVIEWS } from './statements.ts';

/** Sent in one burst with the commit; after any failure PostgreSQL refuses all that follow. */
export function insertLinked(linked: LinkedBatch): Statement[] {
  if (linked.heads.length === 0) return [];
  return [advanceHeads(linked.heads), ...insertRows(linked)];
}

/** Everything but the heads. */
export function insertRows(linked: LinkedBatch): Statement[] {
  const arrays = [...columnArrays(EVENT_COLUMNS, linked.events), ...entryArrays(linked)];
  const statements: Statement[] = [{ text: INSERT_EVENTS, values: arrays }];
  if (linked.reviews.length > 0) {
    statements.push({ text: INSERT_REVIEWS, values: [JSON.stringify(linked.reviews)] });
  }
  if (linked.acts.size > 0) statements.push(writeActs([...linked.acts.values()]));
  if (linked.deliveries.length > 0) statements.push(insertDeliveries(linked.deliveries));
  if (linked.skips.size > 0) statements.push(countSkips(linked.skips.values()));
  if (linked.endedMonths.length > 0) statements.push(keepMonths(linked.endedMonths));
  return statements;
}
