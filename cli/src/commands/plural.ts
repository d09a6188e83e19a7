// SPDX-License-Identifier: Apache-2.0
/** A number with its noun. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
