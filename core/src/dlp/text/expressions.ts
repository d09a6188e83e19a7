// SPDX-License-Identifier: Apache-2.0
/**
 * Every regular expression of the scan. They run over short spans only, and a test proves each one linear. All other
 * scanning is written by hand over bytes.
 */

/** Words that stand in place of a secret to be filled in. */
export const PLACEHOLDER_EXPRESSION = new RegExp(
  [
    'your|insert|replace|change.?me|example|exemplo|placeholder|redacted|dummy|paste|aqui|fake|lorem|sample|undefined',
    'x{5}|\\*{3}|token.?here|key.?here|\\.{3}|<|>|\\$\\{|\\{\\{|abcdef|123456789',
    'process\\.env|secrets?\\.|config\\.|env\\.',
  ].join('|'),
  'i',
);

/** A letter of any script, tested once per character when the folding table is built. */
export const LETTER_EXPRESSION = /^\p{L}/u;

/** Follows the surname of an author with co-authors. */
export const AUTHORS_EXPRESSION = / (et al|& [A-Z]|and [A-Z][a-z]+,)/;

/** Separates the fields of a record and the numbers of a sentence. */
export const FIELD_END_EXPRESSION = /[;|:={}[\]\n\d]/;

export const EXPRESSIONS: readonly RegExp[] = [
  PLACEHOLDER_EXPRESSION,
  LETTER_EXPRESSION,
  AUTHORS_EXPRESSION,
  FIELD_END_EXPRESSION,
];
