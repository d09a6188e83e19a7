// SPDX-License-Identifier: Apache-2.0
/** Leads the links of a document to the pages of the site. Text in code stays as it is. */
import { posix } from 'node:path';
import { type Place, placeOf } from './places.ts';

/** @param address such as `../guides/policies.md#names` @returns the address on the site */
export type Leads = (place: Place, rest: string) => string;

/**
 * @param text of a document @param file of that text, from the root of the repository
 * @throws Error that names the links that lead nowhere
 */
export function withLinks(text: string, file: string, leads: Leads): string {
  const lost: string[] = [];
  const led = outsideCode(text, (part) =>
    part.replace(/(\]\(|^\[[^\]]+\]: )([^)\s]+)/gm, (whole, before: string, address: string) => {
      if (/^(?:[a-z]+:|#|\/)/i.test(address)) return whole;
      const [path = '', rest = ''] = split(address);
      const place = placeOf(posix.join(posix.dirname(file), path));
      if (place === null) lost.push(address);
      return place === null ? whole : before + leads(place, rest);
    }),
  );
  if (lost.length > 0) throw new Error(`${file} has links that lead nowhere: ${lost.join(', ')}`);
  return led;
}

function split(address: string): [string, string] {
  const at = address.search(/[?#]/);
  return at === -1 ? [address, ''] : [address.slice(0, at), address.slice(at)];
}

/** The anchors of the headings of a document, in their order, as GitHub and the generator make them. */
export function anchorsOf(text: string): string[] {
  const taken = new Map<string, number>();
  return [...text.replace(FENCED, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}

const FENCED = /^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2`*~* *$/gm;
const INLINE = /(`+)[^`][\s\S]*?\1(?!`)/g;

function outsideCode(text: string, change: (part: string) => string): string {
  return outside(FENCED, text, (part) => outside(INLINE, part, change));
}

function outside(code: RegExp, text: string, change: (part: string) => string): string {
  let result = '';
  let from = 0;
  for (const found of text.matchAll(code)) {
    result += change(text.slice(from, found.index)) + found[0];
    from = found.index + found[0].length;
  }
  return result + change(text.slice(from));
}
