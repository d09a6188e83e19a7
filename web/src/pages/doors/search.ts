// SPDX-License-Identifier: Apache-2.0

/** The door that is open; the page says which there are. */
export function doorsSearchOf({ open }: Record<string, unknown>): { open?: string } {
  return typeof open === 'string' ? { open } : {};
}
