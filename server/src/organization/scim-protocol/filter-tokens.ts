// SPDX-License-Identifier: Apache-2.0
/** The words of a filter: names, texts, numbers and brackets. */
import { badRequest } from './fault.ts';

export type FilterToken =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'mark'; readonly text: '(' | ')' | '[' | ']' };

const TOKEN = /\s*(?:(?<mark>[()[\]])|(?<text>"(?:[^"\\\p{Cc}]|\\.)*")|(?<word>[A-Za-z0-9$_:.+-]+))/uy;

/** @throws ScimFault 400 `invalidFilter` */
export function tokensOf(filter: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  while (filter.slice(at).trim() !== '') {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(filter)?.groups;
    if (groups === undefined)
      throw badRequest('invalidFilter', `The filter cannot be read from character ${at + 1} on.`);
    at = TOKEN.lastIndex;
    tokens.push(tokenOf(groups));
  }
  return tokens;
}

function tokenOf({ mark, text, word = '' }: Record<string, string | undefined>): FilterToken {
  if (mark !== undefined) return { kind: 'mark', text: mark as '(' };
  if (text === undefined) return { kind: 'word', text: word };
  return { kind: 'text', value: unquoted(text) };
}

/** Texts are those of JSON. */
function unquoted(text: string): string {
  try {
    const value = String(JSON.parse(text));
    if (value.isWellFormed() && !value.includes('\0')) return value;
  } catch {
    // Told below.
  }
  throw badRequest('invalidFilter', 'A text of the filter is no JSON text: write " as \\" and \\ as \\\\.');
}
