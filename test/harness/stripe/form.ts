// SPDX-License-Identifier: Apache-2.0
/** Forms with nested names, `items[0][price]=x`, as the payment processor's clients write them. */
export interface Form {
  [name: string]: string | string[] | Form | Form[];
}

export function parseForm(text: string): Form {
  const form: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const names = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let place = form;
    for (const part of names.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Record<string, unknown>;
    }
    place[names.at(-1) ?? ''] = value;
  }
  return withLists(form) as Form;
}

/** An object with the names 0, 1, … is a list. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, withLists(part)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
