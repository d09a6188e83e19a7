// SPDX-License-Identifier: Apache-2.0
/** The numbers of the events of a span of time. */
import { idFrom, type Transaction } from '../../storage/db/index.ts';

/**
 * Events are numbered as they commit; their ids follow the time of the decision. The two orders differ by what is under
 * way at once. So many neighbours of a moment are asked for their numbers.
 */
const NEIGHBOURS_ASKED = 5_000;

/** The lowest and the highest number of events between two moments: a search begins at `to` and ends at `from`. */
export async function eventNumbers(
  transaction: Transaction,
  organizationId: string,
  from: Date | null,
  to: Date | null,
): Promise<{ lowest: [number] | null; highest: [number] | null }> {
  const first = from === null ? null : await numberAt(transaction, FIRST, organizationId, from);
  const last = to === null ? null : await numberAt(transaction, LAST, organizationId, to);
  return { lowest: first === null ? null : [first], highest: last === null ? null : [last] };
}

async function numberAt(transaction: Transaction, text: string, organizationId: string, at: Date): Promise<number> {
  const [row] = await transaction.query<{ seq: number }>(text, [organizationId, idFrom(at), NEIGHBOURS_ASKED]);
  if (row === undefined) throw new Error('an aggregate gave no row');
  return row.seq;
}

/** No event has a number as high as this one. */
const NO_NUMBER = '9007199254740991';

const FIRST = `
  SELECT COALESCE(min(seq), ${NO_NUMBER}) AS seq FROM (
    SELECT seq FROM svc.events WHERE organization_id = $1 AND id >= $2 ORDER BY id LIMIT $3
  ) AS nearest`;
const LAST = `
  SELECT COALESCE(max(seq), 0) AS seq FROM (
    SELECT seq FROM svc.events WHERE organization_id = $1 AND id < $2 ORDER BY id DESC LIMIT $3
  ) AS nearest`;
