// SPDX-License-Identifier: Apache-2.0
/** Messages as lines. A line that is passed on stays as it came: no number in it loses a digit. */
import type { Readable } from 'node:stream';

export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: string | number | null;
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
export async function* linesOf(stream: Readable): AsyncGenerator<Line> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) throw new Error('A message is too long to be passed on.');
    for (const text of lines) yield* lineOf(text);
  }
  yield* lineOf(rest);
}

/** A text that is no message is left out: neither side could answer it. */
function* lineOf(text: string): Generator<Line> {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null) yield { text, message };
  } catch {
    // A server may write to its stdout what is no message.
  }
}

export const lineFor = (message: object): Line => ({ text: JSON.stringify(message), message });
