/** Sends the rows of a batch. It knows which statement takes which rows, and nothing of how a batch is committed. */
import { entryArrays } from '../audit/insert-entries.ts';
import { columnArrays } from '../db/column-arrays.ts';
import type { Transaction } from '../db/transaction.ts';
import type { LinkedBatch } from './link-batch.ts';
import {
  ADVANCE_HEADS,
  EVENT_COLUMNS,
  INSERT_DELIVERIES,
  INSERT_EVENTS,
  INSERT_REVIEWS,
  INSERT_USAGE_MONTHS,
} from './statements.ts';

/** Sent in one burst with the commit; a failure of any makes PostgreSQL refuse all that follow. */
export function insertLinked(transaction: Transaction, linked: LinkedBatch): Promise<unknown>[] {
  if (linked.heads.length === 0) return [];
  return [transaction.query(ADVANCE_HEADS, [JSON.stringify(linked.heads)]), ...insertRows(transaction, linked)];
}

/** Everything but the heads. */
export function insertRows(transaction: Transaction, linked: LinkedBatch): Promise<unknown>[] {
  const arrays = [...columnArrays(EVENT_COLUMNS, linked.events), ...entryArrays(linked)];
  const sent: Promise<unknown>[] = [transaction.query(INSERT_EVENTS, arrays)];
  const seldom = [
    [INSERT_REVIEWS, linked.reviews],
    [INSERT_DELIVERIES, linked.deliveries],
    [INSERT_USAGE_MONTHS, linked.endedMonths],
  ] as const;
  for (const [statement, rows] of seldom) {
    if (rows.length > 0) sent.push(transaction.query(statement, [JSON.stringify(rows)]));
  }
  return sent;
}
