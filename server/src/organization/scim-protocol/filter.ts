// SPDX-License-Identifier: Apache-2.0
/** Reads filters (RFC 7644, 3.4.2.2) into trees. Longer and deeper ones than a directory needs are refused. */
import { SCIM_FILTER_CHARACTERS_MAX, SCIM_FILTER_DEPTH_MAX, SCIM_FILTER_TERMS_MAX } from '@svc/contract';
import { badRequest, type ScimFault } from './fault.ts';
import { type FilterToken, tokensOf } from './filter-tokens.ts';
import { attributeName } from './names.ts';

const COMPARISONS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export type FilterValue = string | number | boolean | null;

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly attribute: string }
  | { readonly kind: 'compare'; readonly attribute: string; readonly by: Comparison; readonly value: FilterValue };

const fault = (detail: string): ScimFault => badRequest('invalidFilter', detail);

/** @returns attributes in lower case, without the name of their schema @throws ScimFault 400 `invalidFilter` */
export function parseFilter(text: string): Filter {
  if (text.length > SCIM_FILTER_CHARACTERS_MAX) {
    throw fault(`The filter is longer than ${SCIM_FILTER_CHARACTERS_MAX} characters.`);
  }
  const reader = new FilterReader(tokensOf(text));
  const filter = reader.either('', 0);
  if (!reader.isAtEnd()) throw fault('The filter goes on after its end: are brackets missing?');
  return filter;
}

class FilterReader {
  readonly #tokens: readonly FilterToken[];
  #at = 0;
  #terms = 0;

  constructor(tokens: readonly FilterToken[]) {
    this.#tokens = tokens;
  }

  isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  /** `and` binds more than `or`. @param prefix the attribute whose parts stand in brackets */
  either(prefix: string, depth: number): Filter {
    if (depth > SCIM_FILTER_DEPTH_MAX) throw fault(`The filter is nested deeper than ${SCIM_FILTER_DEPTH_MAX} levels.`);
    return this.#joined('or', () => this.#joined('and', () => this.#one(prefix, depth)));
  }

  #joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const first = read();
    const parts = [first];
    while (this.#takeWord(kind)) parts.push(read());
    return parts.length === 1 ? first : { kind, parts };
  }

  #one(prefix: string, depth: number): Filter {
    if (this.#takeMark('(')) return this.#closed(')', prefix, depth);
    const word = this.#word();
    if (word.toLowerCase() === 'not' && this.#takeMark('(')) {
      return { kind: 'not', part: this.#closed(')', prefix, depth) };
    }
    const attribute = prefix + attributeName(word);
    if (this.#takeMark('[')) {
      if (prefix !== '') throw fault('Square brackets stand in square brackets.');
      return this.#closed(']', `${attribute}.`, depth);
    }
    return this.#term(attribute);
  }

  #closed(mark: ')' | ']', prefix: string, depth: number): Filter {
    const filter = this.either(prefix, depth + 1);
    if (!this.#takeMark(mark)) throw fault(`A ${mark} is missing in the filter.`);
    return filter;
  }

  #term(attribute: string): Filter {
    this.#terms += 1;
    if (this.#terms > SCIM_FILTER_TERMS_MAX) throw fault(`The filter has more than ${SCIM_FILTER_TERMS_MAX} terms.`);
    const by = this.#word().toLowerCase();
    if (by === 'pr') return { kind: 'present', attribute };
    if (!isComparison(by))
      throw fault(`The filter has no operator after ${attribute}: write eq, ne, co, sw, ew or pr.`);
    return { kind: 'compare', attribute, by, value: this.#value() };
  }

  #value(): FilterValue {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === 'text') return token.value;
    const word = token?.kind === 'word' ? token.text : '';
    const known: Record<string, FilterValue | undefined> = { true: true, false: false, null: null };
    const value = known[word.toLowerCase()];
    if (value !== undefined) return value;
    if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(word)) return Number(word);
    throw fault('A value of the filter is missing: write texts in double quotes.');
  }

  #word(): string {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'word') throw fault('The filter ends too early, or a name is missing.');
    this.#at += 1;
    return token.text;
  }

  #takeWord(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isIt = token?.kind === 'word' && token.text.toLowerCase() === text;
    if (isIt) this.#at += 1;
    return isIt;
  }

  #takeMark(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isIt = token?.kind === 'mark' && token.text === text;
    if (isIt) this.#at += 1;
    return isIt;
  }
}

const isComparison = (text: string): text is Comparison => (COMPARISONS as readonly string[]).includes(text);
