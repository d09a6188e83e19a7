// SPDX-License-Identifier: Apache-2.0
/**
 * Texts that stand in the address of a list. The routes need this before any page. The page of the list knows which of
 * them are filters, and names the others to the person.
 */
import type { FilterableId, ListSearch } from './search.ts';

/** More than any list has filters. */
const TEXTS_MAX = 30;
const TEXT_CHARACTERS_MAX = 200;

/** Any person can write an address: it keeps a bounded number of bounded texts. */
export function listSearchOf<Id extends FilterableId>(search: Record<string, unknown>): ListSearch<Id> {
  const texts = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && entry[0] !== 'sandbox',
  );
  const short = texts.slice(0, TEXTS_MAX).filter(([, text]) => text.length <= TEXT_CHARACTERS_MAX);
  return Object.fromEntries(short) as ListSearch<Id>;
}

/** Other parts of the address are kept up to this, to be named to the person. */
const UNKNOWN_MAX = 5;
const UNKNOWN_CHARACTERS_MAX = 100;

/** The texts of an address that are not among the known ones. */
export function unknownBeside(
  known: Readonly<Record<string, string | undefined>>,
  search: Record<string, unknown>,
): Record<string, string> {
  const unknown = Object.entries(search).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1] !== '' && known[entry[0]] === undefined && entry[0] !== 'sandbox',
  );
  const short = (text: string) => text.slice(0, UNKNOWN_CHARACTERS_MAX);
  return Object.fromEntries(unknown.slice(0, UNKNOWN_MAX).map(([name, value]) => [short(name), short(value)]));
}
