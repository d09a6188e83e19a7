// SPDX-License-Identifier: Apache-2.0
/**
 * A new connection gets its settings, and must have reached a server that takes changes. Both are one statement: a
 * pooler refuses settings that come with the connection, or drops them.
 */
import type { Socket } from 'node:net';
import type pg from 'pg';

/** Settings of PostgreSQL by name. */
export type Settings = Readonly<Record<string, string>>;

/** SQLSTATE read_only_sql_transaction: PostgreSQL refuses a change with it. */
export const READS_ONLY_CODE = '25006';

/** The server answers, and takes no changes. */
export class ReadsOnlyError extends Error {
  override readonly name = 'ReadsOnlyError';
  readonly code = READS_ONLY_CODE;
}

const STANDBY =
  'this server is a standby, which only reads: give the address of the primary, or the hosts of all, ' +
  'as postgres://user@one,two/database';
const SWITCHED_OFF = 'this server takes no changes now: default_transaction_read_only is on';

interface Opened {
  isStandby: boolean;
  readsOnly: boolean;
}

/** @throws ReadsOnlyError of a server that takes no changes */
export async function openSession(client: pg.ClientBase, settings: Settings): Promise<void> {
  const { rows } = await client.query<Opened>(OPEN, [Object.keys(settings), Object.values(settings)]);
  const [state] = rows;
  if (state?.isStandby === true) throw new ReadsOnlyError(STANDBY);
  if (state?.readsOnly === true) throw new ReadsOnlyError(SWITCHED_OFF);
}

/** True on a standby, and where changes are switched off. */
export const READS_ONLY = `current_setting('transaction_read_only') = 'on'`;

const OPEN = `
  SELECT pg_is_in_recovery() AS "isStandby", ${READS_ONLY} AS "readsOnly",
    count(set_config(name, value, false)) AS set
  FROM unnest($1::text[], $2::text[]) AS s (name, value)`;

/** Asks whether the server of a connection takes changes. @throws ReadsOnlyError, or the error of a lost connection */
export async function checkWritable(on: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<void> {
  const { rows } = await on.query<{ readsOnly: boolean }>(`SELECT ${READS_ONLY} AS "readsOnly"`);
  if (rows[0]?.readsOnly !== false) throw new ReadsOnlyError('the server takes no changes any more');
}

/** PostgreSQL tells these unasked, when they change. Poolers may not. */
const TOLD = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Breaks a connection once its server takes no changes any more, as soon as no query of it is under way. */
export function breakWhenReadOnly(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } };
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
    if (!TOLD.has(parameterName ?? '') || parameterValue !== 'on') return;
    client.once('drain', () => connection.stream.destroy());
  });
}
