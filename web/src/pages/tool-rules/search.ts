// SPDX-License-Identifier: Apache-2.0

import { listSearchOf } from '../../list/address.ts';

export const toolRulesSearchOf = listSearchOf<'listToolRules'>;

/** A rule for the tool is added, and saved by the person. */
export function setSearchOf({ tool }: Record<string, unknown>): { tool?: string } {
  return typeof tool === 'string' && tool !== '' ? { tool } : {};
}

/** A new set may begin as one of the starting sets. */
export function newSetSearchOf({ start, ...search }: Record<string, unknown>): { start?: string; tool?: string } {
  return { ...setSearchOf(search), ...(typeof start === 'string' && { start }) };
}
