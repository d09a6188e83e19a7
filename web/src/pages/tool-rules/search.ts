// SPDX-License-Identifier: Apache-2.0

import { listSearchOf } from '../../list/address.ts';

export const toolRulesSearchOf = listSearchOf<'listToolRules'>;

/** A new set may begin as one of the starting sets. */
export function newSetSearchOf({ start }: Record<string, unknown>): { start?: string } {
  return typeof start === 'string' ? { start } : {};
}
