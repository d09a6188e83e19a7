// SPDX-License-Identifier: Apache-2.0
/**
 * Rows as one array parameter per column, in PostgreSQL's binary form. PostgreSQL reads it several times faster than
 * JSON or text, which matters on the path of every decision. It knows types and no table.
 */
import { ByteWriter, setInt32, setText, UTF8_BYTES_MAX } from './byte-writer.ts';

/** The column types, by their names in SQL. */
export type ColumnType =
  | 'uuid'
  | 'bigint'
  | 'integer'
  | 'smallint'
  | 'boolean'
  | 'timestamptz'
  | 'text'
  | 'json'
  | 'bytea';

/** Columns of a table in the order in which they are written. */
export type Columns = Readonly<Record<string, ColumnType>>;

/** The JavaScript type of each column type; any value may be null. Times are milliseconds since 1970. */
interface ValueOf {
  uuid: string;
  bigint: number;
  integer: number;
  smallint: number;
  boolean: boolean;
  timestamptz: number;
  text: string;
  /** JSON text. */
  json: string;
  /** Hexadecimal. */
  bytea: string;
}

export type RowOf<Of extends Columns> = { readonly [Column in keyof Of]: ValueOf[Of[Column]] | null };

/**
 * The select list that turns the arrays back into rows, all in step.
 * @param first number of the first array among the parameters of the statement
 */
export function unnested(columns: Columns, first = 1): string {
  return Object.values(columns)
    .map((type, index) => `unnest($${first + index}::${type}[])`)
    .join(', ');
}

/** The arrays of these rows, one parameter per column. The rows must not change until the statement is sent. */
export function columnArrays<Of extends Columns>(columns: Of, rows: readonly RowOf<Of>[]): ColumnArray[] {
  const arrays: ColumnArray[] = [];
  for (const column in columns) arrays.push(new ColumnArray(columns[column] as ColumnType, rows as Rows, column));
  return arrays;
}

type Value = ValueOf[ColumnType];
type Rows = readonly Readonly<Record<string, Value | null>>[];

/** One column of the rows. It is written on sending: a buffer for each column would take as long as its contents. */
export class ColumnArray {
  readonly #type: ColumnType;
  readonly #rows: Rows;
  readonly #column: string;

  constructor(type: ColumnType, rows: Rows, column: string) {
    this.#type = type;
    this.#rows = rows;
    this.#column = column;
  }

  /** @throws TypeError for an invalid uuid or integer; no other fault can go unnoticed here */
  write(to: ByteWriter): void {
    const rows = this.#rows;
    const column = this.#column;
    const { oid, roomFor, write } = WIRE[this.#type] as Wire<Value>;
    to.int32(rows.length === 0 ? 0 : 1);
    const placeOfHasNull = to.at;
    to.int32(0);
    to.int32(oid);
    // The header of an empty array has no dimension, and ends here.
    if (rows.length === 0) return;
    to.int32(rows.length);
    to.int32(1);
    for (let index = 0; index < rows.length; index += 1) {
      const value = (rows[index] as Rows[number])[column] as Value | null;
      if (value === null) {
        to.int32(NULL_LENGTH);
        setInt32(to.bytes, 1, placeOfHasNull);
      } else {
        to.makeRoom(LENGTH_BYTES + roomFor(value));
        const length = write(to.bytes, value, to.at + LENGTH_BYTES);
        setInt32(to.bytes, length, to.at);
        to.at += LENGTH_BYTES + length;
      }
    }
  }

  /** For a query of the driver: an unwritable value must show before anything of a transaction is sent. */
  toBuffer(): Buffer {
    scratch.clear();
    this.write(scratch);
    return scratch.taken();
  }
}

const scratch = new ByteWriter();

const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/** Source: the send and receive functions of PostgreSQL's types; all numbers are in network order. */
interface Wire<Value> {
  oid: number;
  /** An upper bound of the bytes of the value. */
  roomFor(value: Value): number;
  /** @returns bytes written */
  write(bytes: Buffer, value: Value, at: number): number;
}

const WIRE: { [Type in ColumnType]: Wire<ValueOf[Type]> } = {
  uuid: fixed(2950, 16, writeUuid),
  bigint: fixed(20, 8, writeInt64),
  integer: fixed(23, 4, (bytes, value, at) => bytes.writeInt32BE(value, at)),
  smallint: fixed(21, 2, (bytes, value, at) => bytes.writeInt16BE(value, at)),
  boolean: fixed(16, 1, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at)),
  timestamptz: fixed(1184, 8, (bytes, value, at) => writeInt64(bytes, (value - POSTGRES_EPOCH_MS) * 1_000, at)),
  text: { oid: 25, roomFor: roomForText, write: setText },
  json: { oid: 114, roomFor: roomForText, write: setText },
  bytea: {
    oid: 17,
    roomFor: (value) => value.length / 2,
    write: (bytes, value, at) => bytes.write(value, at, 'hex'),
  },
};

function fixed<Value>(oid: number, size: number, write: (bytes: Buffer, value: Value, at: number) => void) {
  return {
    oid,
    roomFor: () => size,
    write(bytes: Buffer, value: Value, at: number) {
      write(bytes, value, at);
      return size;
    },
  };
}

function roomForText(value: string): number {
  return value.length * UTF8_BYTES_MAX;
}

/** PostgreSQL's timestamps count microseconds from here. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const TWO_TO_THE_32 = 2 ** 32;

/** @param value a safe integer; big integers are many times slower */
function writeInt64(bytes: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no safe integer`);
  setInt32(bytes, Math.floor(value / TWO_TO_THE_32), at);
  setInt32(bytes, value | 0, at + 4);
}

/** The value of each hexadecimal digit by its character code; 255 for all other characters. */
const HEX_DIGITS = new Uint8Array(128).fill(255);
for (const digit of '0123456789abcdef') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
for (const digit of 'ABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const UUID_CHARACTERS = 36;
const HYPHEN = '-'.charCodeAt(0);

function writeUuid(bytes: Buffer, value: string, at: number): void {
  let place = at;
  let faults = value.length === UUID_CHARACTERS ? 0 : 1;
  for (let i = 0; i < UUID_CHARACTERS && faults === 0; i += 2) {
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (value.charCodeAt(i) !== HYPHEN) faults = 1;
      i += 1;
    }
    const high = HEX_DIGITS[value.charCodeAt(i)] ?? 255;
    const low = HEX_DIGITS[value.charCodeAt(i + 1)] ?? 255;
    if (high === 255 || low === 255) faults = 1;
    bytes[place] = (high << 4) | low;
    place += 1;
  }
  if (faults > 0) throw new TypeError('a text that is no uuid stands in a column of uuids');
}
