// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { DROP_POLL_MS } from './limits.ts';

/** Runs the work on a connection of its own, because an open connection keeps a database from being cloned. */
export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROGRAM_WITHIN_MS });
  // The next statement reports a server that goes away between two statements.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server, user and options with another database. */
export function withDatabase(connectionString: string, database: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

/**
 * No connection to the template is allowed from here on: it would make every clone wait. Ours that are open end. An
 * autovacuum worker is not ours, and PostgreSQL ends it at a clone.
 */
export async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE "${name}" WITH ALLOW_CONNECTIONS false IS_TEMPLATE true`);
  await client.query(END_OURS, [name]);
}

const END_OURS = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = session_user`;

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Ends the remaining connections. An autovacuum worker on a test's many rows runs as the superuser. An owner without
 * that right may not end it, and waits for its end.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const deadlineMs = performance.now() + PROGRAM_WITHIN_MS;
  for (;;) {
    try {
      await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      return await dropSignIns(client, name);
    } catch (error) {
      const isNotOurs = error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
      if (!isNotOurs || performance.now() > deadlineMs) throw error;
    }
    await delay(DROP_POLL_MS);
  }
}

/** Roles belong to the server: a service that ran on the database leaves the one that it signed in as. */
async function dropSignIns(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT rolname AS role FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = $1`,
    [`svc: signs in to ${name}`],
  );
  for (const { role } of rows) await client.query(`DROP ROLE IF EXISTS "${role}"`);
}
