// SPDX-License-Identifier: Apache-2.0
/** Whether a list that is searched by typing shows a text: upper and lower case are the same. */
export function contains(text: string, typed: string): boolean {
  return text.toLocaleLowerCase().includes(typed.toLocaleLowerCase());
}
