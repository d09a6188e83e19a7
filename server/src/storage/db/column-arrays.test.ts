// SPDX-License-Identifier: Apache-2.0
/** Guarantee: PostgreSQL reads exactly the written values from the binary arrays, whatever they are. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '#harness/postgres';
import { openEmptyDatabase } from '#harness/service/empty-database.ts';
import { ColumnArray, type Columns, type ColumnType, columnArrays, type RowOf, unnested } from './column-arrays.ts';

const COLUMNS = {
  id: 'uuid',
  count: 'bigint',
  records: 'integer',
  score: 'smallint',
  sandbox: 'boolean',
  at: 'timestamptz',
  word: 'text',
  record: 'json',
  hash: 'bytea',
} as const satisfies Columns;

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await openEmptyDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(() => client.end());

/** The values as text, independent of the binary forms. */
const SELECT = `
  SELECT id::text, count::text, records::text, score::text, sandbox::text, word, record::text, encode(hash, 'hex') AS hash,
    (extract(epoch FROM at) * 1000)::bigint::text AS at
  FROM (SELECT ${unnested(COLUMNS)}) AS d (${Object.keys(COLUMNS).join(', ')})`;

const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 8 });
// PostgreSQL's texts hold every character except U+0000 and lone surrogates.
const text = fc.string({ unit: 'binary', maxLength: 60 }).map((value) => value.replaceAll('\u0000', ''));
const row: fc.Arbitrary<RowOf<typeof COLUMNS>> = fc.record({
  id: nullable(fc.uuid()),
  count: nullable(fc.maxSafeInteger()),
  records: nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  score: nullable(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
  sandbox: nullable(fc.boolean()),
  at: nullable(fc.integer({ min: Date.UTC(1900), max: Date.UTC(2200) })),
  word: nullable(text),
  record: nullable(text.map((value) => JSON.stringify({ value, length: value.length }))),
  hash: nullable(fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'))),
});

it('gives back the same rows in the same order, nulls and none at all too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      const values = columnArrays(COLUMNS, rows).map((array) => array.toBuffer());
      const read = await client.query(SELECT, values);
      const asText = (value: unknown) => (value === null ? null : String(value));
      expect(read.rows).toEqual(
        rows.map((one) => Object.fromEntries(Object.entries(one).map(([column, value]) => [column, asText(value)]))),
      );
    }),
    { numRuns: 200 },
  );
});

const arrayOf = (type: ColumnType, value: string | number) => new ColumnArray(type, [{ value }], 'value');

it('reads upper-case uuids as the same', async () => {
  const id = '019A0000-ABCD-7EF0-8000-0123456789AB';
  const { rows } = await client.query('SELECT unnest($1::uuid[])::text AS id', [arrayOf('uuid', id).toBuffer()]);
  expect(rows).toEqual([{ id: id.toLowerCase() }]);
});

it.each(['', 'x', '019a0000-0000-7000-8000-00000000000', '019a0000-0000-7000-8000-00000000000g', 'é'.repeat(36)])(
  'refuses %j as a uuid instead of storing another',
  (value) => {
    expect(() => arrayOf('uuid', value).toBuffer()).toThrow(TypeError);
  },
);

it('refuses a number that a double cannot hold exactly', () => {
  expect(() => arrayOf('bigint', 2 ** 53).toBuffer()).toThrow(TypeError);
});
