// SPDX-License-Identifier: Apache-2.0
/** Writes a backup: every table as of one moment, read as the owner of the tables, while the service goes on. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { systemClock } from '../../../platform/clock/index.ts';
import { SEE_ACROSS } from '../../../storage/db/index.ts';
import { ENTRIES_TABLE } from './chain-check.ts';
import { BackupError, FORMAT, lineOf, ROWS_END } from './format.ts';
import { selectTables, type Table } from './tables.ts';

export interface DumpOptions {
  readonly version: string;
  /** Generated secrets of the data folder, by name. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The file appears under its name when all of it is on disk. Its owner alone may read it.
 * @param client a connection of the owner, which nothing else uses
 * @throws BackupError when there is a file of this name
 */
export async function dump(client: pg.Client, file: string, options: DumpOptions): Promise<void> {
  const draft = `${file}.${process.pid}.partial`;
  try {
    const packed = createGzip();
    await pipeline(
      Readable.from(linesOf(client, options)),
      packed,
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    );
    await sync(draft);
    // Unlike a rename, a link never replaces a file.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new BackupError(`There is a file ${file} already: choose another name.`) : error;
    });
    await sync(dirname(file));
  } finally {
    await rm(draft, { force: true });
  }
}

async function* linesOf(client: pg.Client, { version, files }: DumpOptions): AsyncGenerator<string | Buffer> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The text form of values depends on these.
  await client.query(`SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL bytea_output = 'hex';
    SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL client_encoding = 'UTF8'`);
  await client.query(SEE_ACROSS);
  await client.query(SEE_EVERY_ORGANIZATION);
  const { rows: applied } = await client.query<{ name: string }>('SELECT name FROM svc.kysely_migration ORDER BY name');
  const createdAt = systemClock.now().toISOString();
  yield lineOf({ format: FORMAT, version, createdAt, migrations: applied.map(({ name }) => name), files });
  const tables = await selectTables(client);
  let rows = 0;
  for (const table of tables) rows += yield* linesOfTable(client, table);
  yield lineOf({ tables: tables.length, rows });
  await client.query('COMMIT');
}

/** Row-level security binds the owner too: this lets it see the rows of all. */
const SEE_EVERY_ORGANIZATION = `
  SELECT set_config('svc.organizations', '{' || COALESCE(string_agg(organization_id::text, ','), '') || '}', true)
  FROM svc.organization_directory`;

const LINE_FEED = 10;

async function* linesOfTable(client: pg.Client, { table, columns }: Table): AsyncGenerator<string | Buffer, number> {
  yield lineOf({ table, columns });
  const hash = createHash('sha256');
  let rows = 0;
  const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
  // A chain is checked as it is read, so its entries come in their order.
  const order = table === ENTRIES_TABLE ? ' ORDER BY organization_id, seq' : '';
  const copy = `COPY (SELECT ${names} FROM svc.${client.escapeIdentifier(table)}${order}) TO STDOUT`;
  for await (const chunk of client.query(copyTo(copy)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    // A line feed within a value is written with a backslash: each one here ends a row.
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows += 1;
    yield chunk;
  }
  yield `${ROWS_END}\n${lineOf({ rows, sha256: hash.digest('hex') })}`;
  return rows;
}

async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
