// SPDX-License-Identifier: Apache-2.0
/**
 * Messages that run prepared statements, all in one piece of memory. The driver allocates one buffer per message and
 * copies every parameter several times while it grows. Source: PostgreSQL, Frontend/Backend Protocol, "Message
 * Formats".
 */
import { ByteWriter, setInt32 } from './byte-writer.ts';
import { ColumnArray } from './column-arrays.ts';

/** Bytes and arrays are sent in binary form, all other values as text. */
export type Parameter = ColumnArray | Buffer | string | number | null;

/** For a query of the driver. @throws the errors of `ColumnArray.write` */
export function writtenParameters(values: readonly Parameter[]): (Buffer | string | number | null)[] {
  return values.map((value) => (value instanceof ColumnArray ? value.toBuffer() : value));
}

const BIND = 'B'.charCodeAt(0);
const EXECUTE = 'E'.charCodeAt(0);
const SYNC = 'S'.charCodeAt(0);
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
const FORMAT_TEXT = 0;
const FORMAT_BINARY = 1;

/** One caller uses it at a time, because nothing here waits. */
const writer = new ByteWriter();

export interface RunMessages {
  bytes: Buffer;
  /** The start of each statement's messages; the Sync follows the last. */
  starts: readonly number[];
}

/**
 * Bind and Execute for each statement, in the unnamed portal, and one Sync.
 * @throws the error of an unwritable column
 */
export function runMessages(statements: readonly { name: string; values: readonly Parameter[] }[]): RunMessages {
  writer.clear();
  const starts: number[] = [];
  for (const { name, values } of statements) {
    starts.push(writer.at);
    bind(name, values);
    execute();
  }
  writer.byte(SYNC);
  writer.int32(LENGTH_BYTES);
  return { bytes: writer.taken(), starts };
}

function bind(name: string, values: readonly Parameter[]): void {
  writer.byte(BIND);
  const start = writer.at;
  writer.int32(0);
  cString('');
  cString(name);
  writer.int16(values.length);
  for (const value of values) writer.int16(typeof value === 'object' && value !== null ? FORMAT_BINARY : FORMAT_TEXT);
  writer.int16(values.length);
  for (const value of values) parameter(value);
  // The formats of the results: none given, so all are text.
  writer.int16(0);
  // The length of a message counts itself, the length of a parameter does not.
  setInt32(writer.bytes, writer.at - start, start);
}

function parameter(value: Parameter): void {
  if (value === null) {
    writer.int32(NULL_LENGTH);
    return;
  }
  const start = writer.at;
  writer.int32(0);
  if (value instanceof ColumnArray) value.write(writer);
  else if (typeof value === 'object') writer.copy(value);
  else writer.text(String(value));
  setInt32(writer.bytes, writer.at - start - LENGTH_BYTES, start);
}

function execute(): void {
  writer.byte(EXECUTE);
  writer.int32(9);
  cString('');
  // Without a limit on rows.
  writer.int32(0);
}

function cString(text: string): void {
  writer.text(text);
  writer.byte(0);
}
