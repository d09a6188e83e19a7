// SPDX-License-Identifier: Apache-2.0
/** Connections to PostgreSQL: how they are opened, which role they work as and how long they may wait. */
import pg from 'pg';
import { type Clock, systemClock } from '../../platform/clock/index.ts';
import { type DatabaseAddress, firstOf, hostsOf, PoolOfHosts } from './hosts.ts';
import { breakWhenReadOnly, openSession, type Settings } from './session.ts';

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
/** A connection to a server that is no primary any more ends with it at the latest, however busy it is. */
const CONNECTION_LIFE_SECONDS = 300;
/** After so much silence the system asks whether the other side is still there. */
const KEEPALIVE_AFTER_MS = 10_000;

const INT8_OID = 20;

/** The server drops a client that has vanished, with its locks: half a minute later, and not two hours. */
const BOTH_WAYS: Settings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
};

const OWNER_SETTINGS: Settings = {
  search_path: SCHEMA,
  lock_timeout: String(LOCK_TIMEOUT_MS),
  statement_timeout: '0',
  idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT_MS),
  client_min_messages: 'warning',
  timezone: 'UTC',
  // A way of reading that is switched off counts as very dear, and dear statements are compiled, for up to a second.
  jit: 'off',
  ...BOTH_WAYS,
};

const SERVICE_SETTINGS: Settings = {
  ...OWNER_SETTINGS,
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  role: SERVICE_ROLE,
};

/** With these off, an index that gives the rows in the order of the list is what is left. */
const BY_INDEX: Settings = Object.fromEntries(
  ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin', 'material'].map((way) => [
    `enable_${way}`,
    'off',
  ]),
);

const READ_SETTINGS: Settings = {
  ...SERVICE_SETTINGS,
  ...BY_INDEX,
  statement_timeout: String(READ_STATEMENT_TIMEOUT_MS),
};

/**
 * A pool of connections that work as the service role.
 * @param connectionsMax the most connections it opens
 * @param clock that of the app; a command has the machine's
 */
export function createPool(address: DatabaseAddress, connectionsMax: number, clock: Clock = systemClock): pg.Pool {
  return poolOf(address, { connectionsMax, settings: SERVICE_SETTINGS, clock, config: SERVICE_CONFIG });
}

/**
 * A pool for lists. Its statements end soon, and are planned by the indexes that are there. Without statistics the
 * planner would take a table for empty and read it whole.
 */
export function createReadPool(address: DatabaseAddress, connectionsMax: number, clock: Clock = systemClock): pg.Pool {
  return poolOf(address, { connectionsMax, settings: READ_SETTINGS, clock, config: SERVICE_CONFIG });
}

/** A pool whose connections work as their sign-in role, for migrations. */
export function createOwnerPool(address: DatabaseAddress): pg.Pool {
  return poolOf(address, { connectionsMax: 1, settings: OWNER_SETTINGS, clock: systemClock, config: OWNER_CONFIG });
}

/** A pool of one connection whose statements may take any time, and wait no longer than others for locks. */
export function createPatientPool(address: DatabaseAddress, clock: Clock = systemClock): pg.Pool {
  const settings = { ...SERVICE_SETTINGS, statement_timeout: '0' };
  return poolOf(address, { connectionsMax: 1, settings, clock, config: { ...SERVICE_CONFIG, query_timeout: 0 } });
}

interface PoolOptions {
  connectionsMax: number;
  settings: Settings;
  clock: Clock;
  config: Config;
}

function poolOf(address: DatabaseAddress, { connectionsMax, settings, clock, config }: PoolOptions): pg.Pool {
  const hosts = hostsOf(address);
  const options = {
    ...config,
    // One wait for all of them together.
    connectionTimeoutMillis: config.connectionTimeoutMillis / hosts.length,
    max: connectionsMax,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: CONNECTION_LIFE_SECONDS,
    onConnect: (client: pg.ClientBase) => openSession(client, settings),
  };
  const [only] = hosts;
  const made = hosts.length === 1 ? new pg.Pool({ ...options, ...only }) : new PoolOfHosts(options, hosts);
  const pool = Object.assign(made, { clock });
  // A connection that breaks while idle is dropped by the pool, and the next query opens another. One that breaks while
  // lent out fails its queries. Without a listener of its own it would also end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    breakWhenReadOnly(client);
  });
  return pool;
}

/** The name of the database, which an address may leave to the name of its user. */
export function databaseOf(address: DatabaseAddress): string {
  return new pg.Client(hostsOf(address)[0]).database ?? '';
}

/** One connection that works as its sign-in role, which owns the tables. Its statements may take any time. */
export async function connectOwner(address: DatabaseAddress): Promise<pg.Client> {
  return await connectInTurn(address, { ...OWNER_CONFIG, pipeline: false }, OWNER_SETTINGS);
}

/** One connection as the service makes them, for a start. */
export async function connectService(address: DatabaseAddress): Promise<pg.Client> {
  return await connectInTurn(address, START_CONFIG, SERVICE_SETTINGS);
}

/** One connection without settings, as a look at what is at an address. */
export async function connectPlain(address: DatabaseAddress): Promise<pg.Client> {
  return await connectInTurn(address, { ...START_CONFIG, pipeline: false }, {});
}

/** A session for a person. */
export interface PromptSession {
  /** The organizations whose rows it sees. */
  organizationIds: readonly string[];
  isReadOnly: boolean;
}

/** Settings of a session for a person, who works as the service does and may leave a prompt open. */
export function promptSettings({ organizationIds, isReadOnly }: PromptSession): Settings {
  return {
    role: SERVICE_ROLE,
    search_path: SCHEMA,
    'svc.organizations': `{${organizationIds.join(',')}}`,
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    lock_timeout: String(LOCK_TIMEOUT_MS),
    idle_in_transaction_session_timeout: String(IDLE_TRANSACTION_TIMEOUT_MS),
    timezone: 'UTC',
  };
}

/** One connection for a person. Every value arrives as PostgreSQL writes it. */
export async function connectPrompt(connectionString: string, session: PromptSession): Promise<pg.Client> {
  const config = {
    application_name: 'svc-psql',
    connectionTimeoutMillis: START_CONNECT_TIMEOUT_MS,
    types: { getTypeParser: () => (value: string) => value },
  } as Config;
  return await connectInTurn({ connectionString }, config, promptSettings(session));
}

async function connectInTurn(address: DatabaseAddress, config: Config, settings: Settings): Promise<pg.Client> {
  return await firstOf(address, (host) => connectOne({ ...config, ...host }, settings));
}

async function connectOne(config: pg.ClientConfig, settings: Settings): Promise<pg.Client> {
  const client = new pg.Client(config);
  // A connection that breaks fails its next query, which tells the caller.
  client.on('error', () => {});
  try {
    await client.connect();
    await openSession(client, settings);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

type Config = pg.ClientConfig & { connectionTimeoutMillis: number; pipeline?: boolean };

const SERVICE_CONFIG: Config = {
  application_name: 'svc',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEPALIVE_AFTER_MS,
  pipeline: true,
  types: { getTypeParser },
};

const START_CONFIG: Config = { ...SERVICE_CONFIG, connectionTimeoutMillis: START_CONNECT_TIMEOUT_MS };

const OWNER_CONFIG: Config = { ...START_CONFIG, query_timeout: 0, pipeline: false };

/** Counters fit a double exactly (they stay below 2^53), so they are read as numbers, not strings. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid === INT8_OID) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}
