/** What inserts the rows of a batch. It knows which statement takes which rows, and not how a batch is committed. */
import { entryArrays } from '../audit/insert-entries.ts';
import { columnArrays, type Statement } from '../db/index.ts';
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
export function insertLinked(linked: LinkedBatch): Statement[] {
  if (linked.heads.length === 0) return [];
  return [{ text: ADVANCE_HEADS, values: [JSON.stringify(linked.heads)] }, ...insertRows(linked)];
}

/** Everything but the heads. */
export function insertRows(linked: LinkedBatch): Statement[] {
  const arrays = [...columnArrays(EVENT_COLUMNS, linked.events), ...entryArrays(linked)];
  const statements: Statement[] = [{ text: INSERT_EVENTS, values: arrays }];
  const seldom = [
    [INSERT_REVIEWS, linked.reviews],
    [INSERT_DELIVERIES, linked.deliveries],
    [INSERT_USAGE_MONTHS, linked.endedMonths],
  ] as const;
  for (const [text, rows] of seldom) {
    if (rows.length > 0) statements.push({ text, values: [JSON.stringify(rows)] });
  }
  return statements;
}
