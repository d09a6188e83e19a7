// SPDX-License-Identifier: Apache-2.0
/**
 * The text of a JSON value as the scan reads it: a line for each key with its values. It holds what a person would read
 * in the value, so that a key such as `cpf` counts as the label of its number.
 */
import { CONTENT_CHARACTERS_MAX } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import { stringEnd } from './raw-body.ts';

/** A longer key is no label of its items. */
const LABEL_CHARACTERS_MAX = 40;
const COLON = ':';

/**
 * @param raw text of the member that `JSON.parse` has read; numbers are taken digit for digit
 * @param field its name, for the error
 * @throws ApiError 400 when there is more than the scan takes
 */
export function scannedText(raw: string, field: string): string {
  let text = '';
  /** The key of the value that comes next; null at the begin and behind the key's first value. */
  let key: string | null = null;
  /** The key of the list or object around it, for the items of a list. */
  let label = '';
  const labels: string[] = [];
  for (const { token, isKey } of tokensOf(raw)) {
    if (token === '{' || token === '[') {
      labels.push(label);
      label = key ?? label;
      key = null;
    } else if (token === '}' || token === ']') {
      label = labels.pop() ?? '';
      key = null;
    } else if (isKey) {
      key = unquoted(token);
      text += `\n${key}: `;
    } else {
      if (key === null) text += label.length > LABEL_CHARACTERS_MAX || label === '' ? '\n' : `\n${label}: `;
      text += token[0] === '"' ? unquoted(token) : token;
      key = null;
    }
    if (text.length > 2 * CONTENT_CHARACTERS_MAX) throw tooLong(field);
  }
  // A character has one or two UTF-16 units.
  if (text.length > CONTENT_CHARACTERS_MAX && [...text].length > CONTENT_CHARACTERS_MAX) throw tooLong(field);
  return text;
}

function tooLong(field: string): Error {
  const most = CONTENT_CHARACTERS_MAX.toLocaleString('en');
  return invalid(field, `has more than ${most} characters to scan on this route (scanBody): send it in several calls`);
}

/** Braces, brackets, strings in their quotes, and numbers. */
const TOKEN_STARTS = /["{}[\]]|-?\d[\d.eE+-]*/g;

function* tokensOf(raw: string): Generator<{ token: string; isKey: boolean }> {
  TOKEN_STARTS.lastIndex = 0;
  let at = 0;
  for (;;) {
    TOKEN_STARTS.lastIndex = at;
    const match = TOKEN_STARTS.exec(raw);
    if (match === null) return;
    const end = match[0] === '"' ? stringEnd(raw, match.index) : match.index + match[0].length;
    yield { token: raw.slice(match.index, end), isKey: match[0] === '"' && isBeforeColon(raw, end) };
    at = end;
  }
}

function isBeforeColon(raw: string, end: number): boolean {
  let at = end;
  while (raw.charCodeAt(at) <= 0x20) at += 1;
  return raw[at] === COLON;
}

function unquoted(token: string): string {
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}
