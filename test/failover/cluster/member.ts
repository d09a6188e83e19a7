// SPDX-License-Identifier: Apache-2.0
/** One node: Patroni and the PostgreSQL that it starts. A fault reaches each of them by its pid. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  ASK_WITHIN_MS,
  CONNECT_WITHIN_MS,
  CONNECTIONS_MAX,
  LEADER_TTL_SECONDS,
  LOOP_WAIT_SECONDS,
  RETRY_TIMEOUT_SECONDS,
} from './limits.ts';
import { childrenOf, commandLineOf, isRoot, type Program, signalTo, startProgram } from './processes.ts';
import { POSTGRES_BIN, programAt } from './programs.ts';

export interface Member {
  name: string;
  port: number;
  restPort: number;
  /** Starts Patroni, unless it runs. */
  start(): void;
  patroni(): Program;
  /** PostgreSQL's first process and its children; none when it does not run. */
  postgres(): number[];
  /** Signals Patroni, PostgreSQL or both. */
  signal(what: 'patroni' | 'postgres' | 'both', signal: NodeJS.Signals): void;
  /** One statement of the superuser, past every proxy. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[], database?: string): Promise<Row[]>;
  addressFor(user: string, database: string): string;
}

export interface MemberOptions {
  folder: string;
  name: string;
  port: number;
  restPort: number;
  etcdPort: number;
}

export function createMember(options: MemberOptions): Member {
  const { folder, name, port, restPort } = options;
  const home = join(folder, name);
  mkdirSync(home);
  // The user of PostgreSQL makes files there. The data are its own, whatever the folder allows.
  if (isRoot()) chmodSync(home, 0o777);
  const file = join(home, 'patroni.yaml');
  // JSON is YAML too.
  writeFileSync(file, JSON.stringify(settingsOf(options, home)), { mode: 0o644 });
  let patroni: Program | null = null;
  const addressFor = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const postgres = () => {
    const pid = postmasterOf(join(home, 'data'));
    return pid === null ? [] : [pid, ...childrenOf(pid)];
  };
  const running = () => {
    if (patroni === null) throw new Error(`${name} was never started`);
    return patroni;
  };
  return {
    name,
    port,
    restPort,
    start() {
      if (patroni !== null && !patroni.hasEnded()) return;
      const env = { HOME: home, PGPASSFILE: join(home, 'pgpass') };
      patroni = startProgram(name, [programAt('patroni'), file], { folder, asPostgres: true, env });
    },
    patroni: running,
    postgres,
    signal(what, signal) {
      // Patroni first: one that lives would notice what happens to its server.
      if (what !== 'postgres') running().kill(signal);
      if (what !== 'patroni') signalTo(postgres(), signal);
    },
    addressFor,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = [], database = 'postgres') {
      const client = new pg.Client({
        connectionString: addressFor('postgres', database),
        connectionTimeoutMillis: CONNECT_WITHIN_MS,
        query_timeout: ASK_WITHIN_MS,
        options: '-c default_transaction_read_only=off -c synchronous_commit=local',
      });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

function postmasterOf(data: string): number | null {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return commandLineOf(pid).includes(data) ? pid : null;
  } catch {
    return null;
  }
}

/** The cluster as the operating page advises it: synchronous, strictly so, and with a lease of twenty seconds. */
function settingsOf({ folder, name, port, restPort, etcdPort }: MemberOptions, home: string): object {
  const login = (username: string) => ({ username, password: username });
  return {
    scope: 'svc',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    // The interface of etcd's version 2: Patroni 3.0.2 may throw a primary's changes away on that of version 3.
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: LEADER_TTL_SECONDS,
        loop_wait: LOOP_WAIT_SECONDS,
        retry_timeout: RETRY_TIMEOUT_SECONDS,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          remove_data_directory_on_rewind_failure: true,
          remove_data_directory_on_diverged_timelines: true,
          parameters: {
            max_connections: CONNECTIONS_MAX,
            max_wal_senders: 10,
            max_replication_slots: 10,
            wal_keep_size: '256MB',
            wal_log_hints: 'on',
            hot_standby: 'on',
            shared_buffers: '64MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, 'data'),
      bin_dir: POSTGRES_BIN,
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: login('postgres'), replication: login('replicator'), rewind: login('rewinder') },
      parameters: { unix_socket_directories: folder },
    },
  };
}
