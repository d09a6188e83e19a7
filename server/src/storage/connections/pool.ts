// SPDX-License-Identifier: Apache-2.0
/** Connections to PostgreSQL: how they are opened, which role they work as and how long they may wait. */
import pg from 'pg';
import { type Clock, systemClock } from '../../platform/clock/index.ts';

declare module 'pg' {
  interface Pool {
    /** The time at which everything on this pool happens. */
    readonly clock: Clock;
  }
}

/** The role every query of the service runs as. It owns nothing and cannot bypass row-level security. */
export const SERVICE_ROLE = 'svc_app';
/** The schema that holds every table of the service. */
export const SCHEMA = 'svc';

const CONNECT_TIMEOUT_MS = 3_000;
/** At a start no request waits yet, and PostgreSQL may be starting or recovering on the same machine. */
const START_CONNECT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 7_000;
/** One step of a list. */
const READ_STATEMENT_TIMEOUT_MS = 2_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;
/** Longer than the server's own limit, so that it only ends waits on a server that does not answer at all. */
const ANSWER_TIMEOUT_MS = 8_000;
const IDLE_CONNECTION_MS = 60_000;

const INT8_OID = 20;

/** The address of PostgreSQL: a connection string, or its parts. */
export type DatabaseAddress =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

/**
 * A pool of connections that work as the service role.
 * @param connectionsMax the most connections it opens
 * @param clock that of the app; a command has the machine's
 */
export function createPool(address: DatabaseAddress, connectionsMax: number, clock: Clock = systemClock): pg.Pool {
  return poolOf(clientConfig(address, [`-c role=${SERVICE_ROLE}`]), connectionsMax, clock);
}

/**
 * A pool for lists. Its statements end soon, and are planned by the indexes that are there. Without statistics the
 * planner would take a table for empty and read it whole.
 */
export function createReadPool(address: DatabaseAddress, connectionsMax: number, clock: Clock = systemClock): pg.Pool {
  const options = [`-c role=${SERVICE_ROLE}`, `-c statement_timeout=${READ_STATEMENT_TIMEOUT_MS}`, ...BY_INDEX];
  return poolOf(clientConfig(address, options), connectionsMax, clock);
}

/** With these off, an index that gives the rows in the order of the list is what is left. */
const BY_INDEX = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'material'].map(
  (way) => `-c enable_${way}=off`,
);

function poolOf(config: pg.ClientConfig, connectionsMax: number, clock: Clock): pg.Pool {
  const options = { ...config, max: connectionsMax, idleTimeoutMillis: IDLE_CONNECTION_MS };
  const pool = Object.assign(new pg.Pool(options), { clock });
  // A connection that breaks while idle is dropped by the pool, and the next query opens another. One that breaks while
  // lent out fails its queries. Without a listener of its own it would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Configuration of one connection that works as its sign-in role: for migrations. */
export function ownerClientConfig(address: DatabaseAddress): pg.ClientConfig {
  const config = clientConfig(address, ['-c statement_timeout=0']);
  return { ...config, connectionTimeoutMillis: START_CONNECT_TIMEOUT_MS, query_timeout: 0 };
}

export interface PromptSession {
  /** The organizations whose rows it sees. */
  organizationIds: readonly string[];
  isReadOnly: boolean;
}

/** Options of a session for a person, who works as the service does and may leave a prompt open. */
export function promptOptions({ organizationIds, isReadOnly }: PromptSession): string {
  const options = [
    `-c role=${SERVICE_ROLE}`,
    `-c search_path=${SCHEMA}`,
    `-c svc.organizations={${organizationIds.join(',')}}`,
    `-c default_transaction_read_only=${isReadOnly ? 'on' : 'off'}`,
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_TIMEOUT_MS}`,
    '-c timezone=UTC',
  ];
  return options.join(' ');
}

/** One connection that works as its sign-in role, which owns the tables. Its statements may take any time. */
export async function connectOwner(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client({ ...ownerClientConfig(address), pipeline: false } as pg.ClientConfig);
  // A connection that breaks fails its next query, which tells the caller.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** One connection as the service makes them. */
export async function connectService(address: DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(address, [`-c role=${SERVICE_ROLE}`]));
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The name of the database, which an address may leave to the name of its user. */
export function databaseOf(address: DatabaseAddress): string {
  return new pg.Client(address).database ?? '';
}

/** One connection for a person. Every value arrives as PostgreSQL writes it. */
export async function connectPrompt(connectionString: string, session: PromptSession): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    options: promptOptions(session),
    application_name: 'svc-psql',
    connectionTimeoutMillis: START_CONNECT_TIMEOUT_MS,
    types: { getTypeParser: () => (value: string) => value },
  } as pg.ClientConfig);
  // A connection that breaks fails its next query, which tells the person.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function clientConfig(address: DatabaseAddress, extraOptions: readonly string[]): pg.ClientConfig {
  const options = [
    `-c search_path=${SCHEMA}`,
    `-c lock_timeout=${LOCK_TIMEOUT_MS}`,
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_TIMEOUT_MS}`,
    '-c client_min_messages=warning',
    '-c timezone=UTC',
    // A way of reading that is switched off counts as very dear, and dear statements are compiled, for up to a second.
    '-c jit=off',
    ...extraOptions,
  ];
  return {
    ...address,
    application_name: 'svc',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    options: options.join(' '),
    types: { getTypeParser },
  } as pg.ClientConfig;
}

/** Counters fit a double exactly (they stay below 2^53), so they are read as numbers, not strings. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}
