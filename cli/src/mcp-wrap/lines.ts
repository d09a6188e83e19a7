// SPDX-License-Identifier: Apache-2.0
/** Messages as lines. A line that is passed on stays as it came: no number in it loses a digit. */
import type { Readable } from 'node:stream';
import { readJsonText } from '@svc/core/json-text';

export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface Line {
  readonly text: string;
  readonly message: Message;
}

/** One message may hold a whole file. */
const LINE_CHARACTERS_MAX = 20_000_000;

/** Ends with the stream. @throws Error for a line that is too long */
export async function* textsOf(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) throw new Error('A message is too long to be passed on.');
    yield* lines;
  }
  yield rest;
}

/** The messages of a server. It may write to its stdout what is none; that is left out. */
export async function* linesOf(stream: Readable): AsyncGenerator<Line> {
  for await (const text of textsOf(stream)) {
    const message = objectIn(text);
    if (message !== null) yield { text, message };
  }
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const MEMBERS_OF_CALL = ['name', 'arguments', '_meta', 'task'];

/**
 * A message of the client, as every server reads it: one object on one line, each name once and in its own case.
 * Servers differ in what else they make of a text, and could see a call where none was seen here.
 * @returns null for a text that could be read in two ways
 */
export function clientLine(text: string): Line | null {
  const message = readJsonText(text)?.value;
  if (!isRecord(message) || hasOtherCase(message, MEMBERS)) return null;
  const { method, params } = message as Message;
  if (method === 'tools/call' && isRecord(params) && hasOtherCase(params, MEMBERS_OF_CALL)) return null;
  return { text: onOneLine(text), message };
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some parsers take `Method` for `method`. */
const hasOtherCase = (record: object, names: readonly string[]): boolean =>
  Object.keys(record).some((key) => !names.includes(key) && names.includes(key.toUpperCase().toLowerCase()));

/** Readers of lines differ in what ends one. In JSON a return is a space, and the others stand in texts alone. */
const onOneLine = (text: string): string =>
  text
    .replaceAll('\r', ' ')
    .replaceAll(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const lineFor = (message: object): Line => ({ text: JSON.stringify(message), message });
