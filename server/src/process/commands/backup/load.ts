// SPDX-License-Identifier: Apache-2.0
/** Brings a verified backup into an empty database, in one transaction, at the schema that it was made at. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { connectOwner, type DatabaseAddress } from '../../../storage/connections/index.ts';
import { SEE_ACROSS } from '../../../storage/db/index.ts';
import { loadMigrations } from '../../../storage/schema/index.ts';
import { BackupError, type TableHead } from './format.ts';
import { type EndedSignIns, endSignIns } from './old-sign-ins.ts';
import { type Part, readBackup } from './read-backup.ts';
import { selectTables, type Table } from './tables.ts';
import type { Verified } from './verify.ts';

const CHUNK_BYTES = 65_536;
const LEFT_WITHIN_MS = 3_000;
const LEFT_POLL_MS = 100;

/**
 * Ends with the schema of this build.
 * @param at the moment at which sign-ins of the backup end
 * @returns what was ended; null when sign-ins are kept
 * @throws BackupError when the database holds an organization, or a service uses it; nothing was changed then
 */
export async function load(
  address: DatabaseAddress,
  file: string,
  { head, rows }: Verified,
  { keepsSignIns, at }: { keepsSignIns: boolean; at: Date },
): Promise<EndedSignIns | null> {
  const { migrate, migrateTo } = await loadMigrations();
  const client = await connectOwner(address);
  try {
    await checkEmpty(client);
    await client.query('DROP SCHEMA IF EXISTS svc CASCADE');
    await migrateTo(address, head.migrations);
    const ended = await fill(client, file, rows, keepsSignIns ? null : at);
    await migrate(address);
    return ended;
  } finally {
    await client.end();
  }
}

async function checkEmpty(client: pg.Client): Promise<void> {
  if (!(await isLeft(client))) {
    throw new BackupError('A service uses this database. Stop every process of it, then restore; nothing was changed.');
  }
  const { rows: found } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('svc.organization_directory') IS NOT NULL AS is`,
  );
  if (found[0]?.is !== true) return;
  await client.query(SEE_ACROSS);
  const { rows } = await client.query<{ is: boolean }>(
    'SELECT EXISTS (SELECT FROM svc.organization_directory) OR EXISTS (SELECT FROM svc.accounts) AS is',
  );
  if (rows[0]?.is !== true) return;
  throw new BackupError('The database holds an organization already. Restore into an empty one; nothing was changed.');
}

/** A server notices the end of a connection some time after a process has closed it. */
async function isLeft(client: pg.Client): Promise<boolean> {
  for (let waitedMs = 0; ; waitedMs += LEFT_POLL_MS) {
    const { rows } = await client.query<{ count: number }>(COUNT_SERVICES);
    if (rows[0]?.count === 0) return true;
    if (waitedMs >= LEFT_WITHIN_MS) return false;
    await delay(LEFT_POLL_MS);
  }
}

/** Connections of the service carry its name; that of this command carries it too. */
const COUNT_SERVICES = `
  SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'svc' AND pid <> pg_backend_pid()`;

async function fill(
  client: pg.Client,
  file: string,
  expected: ReadonlyMap<string, number>,
  endsAt: Date | null,
): Promise<EndedSignIns | null> {
  await client.query('BEGIN');
  await client.query(
    `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL client_encoding = 'UTF8'`,
  );
  const tables = await selectTables(client);
  checkTables(tables, expected);
  const names = tables.map(({ table }) => nameOf(client, table));
  const forced = tables.filter(({ isForced }) => isForced).map(({ table }) => nameOf(client, table));
  // COPY refuses tables whose rows are kept from its role. The transaction hides this from all others.
  for (const name of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  // The backup holds the rows that triggers would write.
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  const parts = readBackup(file);
  for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
    if (next.value.kind === 'table') await fillTable(client, next.value.table, parts);
  }
  for (const [table, count] of expected) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM ${nameOf(client, table)}`,
    );
    if (rows[0]?.count !== count) throw new BackupError(`The table ${table} has other rows than the backup says.`);
  }
  const ended = endsAt === null ? null : await endSignIns(client, new Set(expected.keys()), endsAt);
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
  await client.query('COMMIT');
  return ended;
}

const nameOf = (client: pg.Client, table: string): string => `svc.${client.escapeIdentifier(table)}`;

function checkTables(tables: readonly Table[], expected: ReadonlyMap<string, number>): void {
  const known = new Set(tables.map(({ table }) => table));
  const strange = [...expected.keys()].filter((table) => !known.has(table));
  const missing = [...known].filter((table) => !expected.has(table));
  if (strange.length === 0 && missing.length === 0) return;
  throw new BackupError(`The tables of the backup are not those of its build: ${[...strange, ...missing].join(', ')}.`);
}

async function fillTable(client: pg.Client, { table, columns }: TableHead, parts: AsyncGenerator<Part>): Promise<void> {
  const names = columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const copy = client.query(copyFrom(`COPY ${nameOf(client, table)} (${names}) FROM STDIN`));
  await pipeline(Readable.from(rowsUntilEnd(parts)), copy);
}

/** Rows in pieces, since a write for each row takes longer than the row. */
async function* rowsUntilEnd(parts: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  const lineFeed = Buffer.from('\n');
  let piece: Buffer[] = [];
  let bytes = 0;
  for (let next = await parts.next(); next.done !== true && next.value.kind === 'row'; next = await parts.next()) {
    piece.push(next.value.line, lineFeed);
    bytes += next.value.line.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    bytes = 0;
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}
