/**
 * Rows as one array parameter a column, in PostgreSQL's binary form: it reads these several times faster than JSON or
 * text, which matters where every decision passes. It knows types and no table.
 */

/** The types that columns may have here, by their names in SQL. */
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

/** What a value of each type is in JavaScript; any may be null. Times are milliseconds since 1970. */
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
 * The select list that makes rows of the arrays again, all in step.
 * @param first number of the first array among the parameters of the statement
 */
export function unnested(columns: Columns, first = 1): string {
  return Object.values(columns)
    .map((type, index) => `unnest($${first + index}::${type}[])`)
    .join(', ');
}

/** The arrays of these rows, one parameter a column. */
export function columnArrays<Of extends Columns>(columns: Of, rows: readonly RowOf<Of>[]): Buffer[] {
  return Object.entries(columns).map(([column, type]) => {
    const values = rows.map((row) => row[column as keyof Of] as ValueOf[ColumnType] | null);
    return columnArray(type, values);
  });
}

/** One array. @throws TypeError when a uuid is none: nothing else here can be wrong and go unseen */
export function columnArray(type: ColumnType, values: readonly (ValueOf[ColumnType] | null)[]): Buffer {
  const { oid, sizeOf, write } = WIRE[type] as Wire<ValueOf[ColumnType]>;
  let size = HEADER_BYTES;
  let hasNull = 0;
  for (const value of values) {
    size += LENGTH_BYTES;
    if (value === null) hasNull = 1;
    else size += sizeOf(value);
  }
  const array = Buffer.allocUnsafe(size);
  array.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  array.writeInt32BE(hasNull, 4);
  array.writeInt32BE(oid, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of values) {
    const length = value === null ? NULL_LENGTH : write(array, value, at + LENGTH_BYTES);
    array.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(length, 0);
  }
  // An array without elements has no dimension, and its header ends after the type.
  return values.length === 0 ? array.subarray(0, EMPTY_BYTES) : array;
}

/** Dimensions, whether there are nulls, type; then length and lower bound of the one dimension. */
const HEADER_BYTES = 20;
const EMPTY_BYTES = 12;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/** Source: the send and receive functions of PostgreSQL's types; all numbers are in network order. */
interface Wire<Value> {
  oid: number;
  sizeOf(value: Value): number;
  /** @returns bytes written */
  write(array: Buffer, value: Value, at: number): number;
}

const WIRE: { [Type in ColumnType]: Wire<ValueOf[Type]> } = {
  uuid: fixed(2950, 16, writeUuid),
  bigint: fixed(20, 8, writeInt64),
  integer: fixed(23, 4, (array, value, at) => array.writeInt32BE(value, at)),
  smallint: fixed(21, 2, (array, value, at) => array.writeInt16BE(value, at)),
  boolean: fixed(16, 1, (array, value, at) => array.writeUInt8(value ? 1 : 0, at)),
  timestamptz: fixed(1184, 8, (array, value, at) => writeInt64(array, (value - POSTGRES_EPOCH_MS) * 1_000, at)),
  text: { oid: 25, sizeOf: Buffer.byteLength, write: writeText },
  json: { oid: 114, sizeOf: Buffer.byteLength, write: writeText },
  bytea: {
    oid: 17,
    sizeOf: (value) => value.length / 2,
    write: (array, value, at) => array.write(value, at, 'hex'),
  },
};

function fixed<Value>(oid: number, bytes: number, write: (array: Buffer, value: Value, at: number) => void) {
  return {
    oid,
    sizeOf: () => bytes,
    write(array: Buffer, value: Value, at: number) {
      write(array, value, at);
      return bytes;
    },
  };
}

/** Its timestamps count microseconds from here. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);
const TWO_TO_THE_32 = 2 ** 32;

/** @param value a safe integer; big integers are many times slower */
function writeInt64(array: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no safe integer`);
  array.writeInt32BE(Math.floor(value / TWO_TO_THE_32), at);
  array.writeInt32BE(value | 0, at + 4);
}

/** The value of each hexadecimal digit by its character code; 255 for what is none. */
const HEX_DIGITS = new Uint8Array(128).fill(255);
for (const digit of '0123456789abcdef') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
for (const digit of 'ABCDEF') HEX_DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);
const UUID_CHARACTERS = 36;
const HYPHEN = '-'.charCodeAt(0);

function writeUuid(array: Buffer, value: string, at: number): void {
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
    array[place] = (high << 4) | low;
    place += 1;
  }
  if (faults > 0) throw new TypeError('a text that is no uuid stands in a column of uuids');
}

/** Short texts are mostly ASCII, and then copying them here is faster than the call that encodes them. */
const COPIED_CHARACTERS_MAX = 40;

function writeText(array: Buffer, value: string, at: number): number {
  const { length } = value;
  if (length > COPIED_CHARACTERS_MAX) return array.write(value, at, 'utf8');
  for (let i = 0; i < length; i += 1) {
    const unit = value.charCodeAt(i);
    if (unit > 127) return array.write(value, at, 'utf8');
    array[at + i] = unit;
  }
  return length;
}
