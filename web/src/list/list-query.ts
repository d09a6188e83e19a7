// SPDX-License-Identifier: Apache-2.0
/** The question that a list asks, from its address: its page and its route ask the same one. */
import { type ListInput, pagesOf } from '../api/reading.ts';
import { hasSandbox, knownOf, type ListId, ordersOf } from './search.ts';

/** @param address of the list, with parts that it may not know */
export function listQuery<Id extends ListId>(id: Id, address: Record<string, unknown>, isSandbox: boolean) {
  const { open: _open, sort, ...filters } = knownOf(id, address);
  const order = ordersOf(id) === null ? {} : { sort };
  const kind = hasSandbox(id) ? { sandbox: String(isSandbox) } : {};
  return pagesOf(id, { query: { ...filters, ...order, ...kind } } as unknown as ListInput<Id>);
}
