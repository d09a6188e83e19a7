// SPDX-License-Identifier: Apache-2.0
/**
 * How much of a guarantee a run shows. `npm test` shows each one by a part of its cases, spread over all of them.
 * `npm run test:thorough` shows it by every case, and CI runs both.
 */
import { IS_THOROUGH } from '../../run/time-outs.ts';

export { IS_THOROUGH };

/** @param usual in `npm test` @param thorough in `npm run test:thorough` */
export function amount<Value>(usual: Value, thorough: Value): Value {
  return IS_THOROUGH ? thorough : usual;
}

/** So many items, evenly spread over a list; all of them in a thorough run. */
export function sample<Item>(items: readonly Item[], count: number): readonly Item[] {
  if (IS_THOROUGH || items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as Item);
}
