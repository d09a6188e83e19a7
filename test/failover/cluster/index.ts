// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster on this machine: etcd, three PostgreSQL 15 under Patroni, HAProxy before them, and PgBouncer for those who
 * ask for it. Everything listens on loopback, at ports and in a folder of its own, and ends with the run.
 */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { keepClean } from './keeper.ts';
import { ASK_WITHIN_MS } from './limits.ts';
import { createMember, type Member } from './member.ts';
import { freePorts, type Program, startProgram } from './processes.ts';
import { programAt } from './programs.ts';
import { createProxies, type Proxies, socketOf, type Way } from './proxies.ts';
import { createRelay, type Relay } from './relay.ts';
import { until } from './until.ts';

export { type Program, startProgram } from './processes.ts';
export { missingPackages } from './programs.ts';
export type { Way } from './proxies.ts';
export { canRelay } from './relay.ts';
export { until } from './until.ts';

/** The role that owns the service's tables, which is no superuser, and its database. */
const OWNER = 'svc_owner';
const DATABASE = 'svc';

export interface Cluster {
  folder: string;
  members: readonly Member[];
  proxies: Proxies;
  relay: Relay;
  etcd(): Program;
  startEtcd(): void;
  /** Where a database is found: by default that of the service, for its owner. More than one by the way of hosts. */
  addressesBy(way: Way, user?: string, database?: string): string[];
  /** The address of the service by a way. */
  addressBy(way: Way): string;
  /** The same on one node, past every proxy. */
  addressOn(member: Member): string;
  primary(): Promise<Member>;
  /** Resolves when another node than this one is primary. */
  anotherThan(before: Member): Promise<Member>;
  /** Asks Patroni for a planned switchover to the synchronous standby. */
  switchOver(): Promise<void>;
  /** Resolves when PostgreSQL confirms commits as asked. */
  confirm(how: 'synchronously' | 'asynchronously'): Promise<void>;
  /** Makes everything run again, and resolves when both standbys follow the primary. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

interface MemberState {
  name: string;
  role: string;
  state: string;
}

export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-failover-'));
  chmodSync(folder, 0o1777);
  writeFileSync(join(folder, 'pids'), '');
  const keeper = keepClean(folder);
  const [etcdPort = 0, etcdPeer = 0, good = 0, lazy = 0, pooler = 0, ...rest] = await freePorts(11);
  const members = [0, 1, 2].map((at) => {
    const [port = 0, restPort = 0] = rest.slice(2 * at);
    return createMember({ folder, name: `node${at}`, port, restPort, etcdPort });
  });
  const proxies = createProxies(folder, members, { good, lazy, pooler });
  const relay = createRelay(folder, socketOf(folder));
  let etcd: Program | null = null;
  let isSynchronous = true;

  function startEtcd(): void {
    if (etcd !== null && !etcd.hasEnded()) return;
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${etcdPeer}`];
    const addresses = [
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
    ];
    const command = [programAt('etcd'), '--name', 'etcd', '--data-dir', join(folder, 'etcd'), ...addresses];
    etcd = startProgram('etcd', [...command, '--enable-v2=true', '--logger=zap', '--log-level=error'], { folder });
  }

  /** The first Patroni that answers tells the state of all. */
  async function ask<Body>(path: string, method = 'GET', body?: object): Promise<Body> {
    let cause: unknown = new Error('no member was asked');
    for (const { restPort } of members) {
      try {
        const response = await fetch(`http://127.0.0.1:${restPort}${path}`, {
          method,
          signal: AbortSignal.timeout(method === 'GET' ? ASK_WITHIN_MS : PROGRAM_WITHIN_MS),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
        return (text.startsWith('{') ? JSON.parse(text) : text) as Body;
      } catch (error) {
        cause = error;
      }
    }
    throw cause;
  }

  const states = async () => (await ask<{ members: MemberState[] }>('/cluster')).members;
  const hostsBy = (way: Way): string[] => {
    if (way === 'relay') return [`${relay.host}:${relay.port}`];
    return (way === 'hosts' ? members.map(({ port }) => port) : [proxies.ports[way]]).map(
      (port) => `127.0.0.1:${port}`,
    );
  };
  const named = (name: string | undefined): Member => {
    const member = members.find((one) => one.name === name);
    if (member === undefined) throw new Error(`no member is called ${name}`);
    return member;
  };

  /** The one that PostgreSQL itself calls primary: Patroni's key may be of one that died. */
  async function primary(): Promise<Member> {
    const found = await Promise.all(members.map(async (member) => ((await isPrimary(member)) ? [member] : [])));
    const [only, ...others] = found.flat();
    if (only === undefined || others.length > 0) throw new Error(`${found.flat().length} members are primary`);
    return only;
  }

  async function isWhole(): Promise<boolean> {
    const all = await states();
    const roles = all.map(({ role }) => role).sort();
    const wanted = isSynchronous ? ['leader', 'replica', 'sync_standby'] : ['leader', 'replica', 'replica'];
    if (all.some(({ state }) => state !== 'running') || roles.join() !== wanted.join()) return false;
    const [row] = await (await primary()).query<{ following: number; names: string }>(SELECT_FOLLOWING);
    return row?.following === 2 && (row.names !== '') === isSynchronous;
  }

  async function mend(): Promise<void> {
    startEtcd();
    proxies.startHaproxy();
    proxies.haproxy().kill('SIGCONT');
    for (const member of members) {
      member.signal('both', 'SIGCONT');
      member.start();
    }
    await until('three members, two of them behind the primary', PROGRAM_WITHIN_MS, isWhole);
  }

  async function stop(): Promise<void> {
    for (const member of members) member.signal('both', 'SIGCONT');
    await relay.stop();
    await proxies.stop();
    await Promise.all(members.map((member) => member.patroni().stop()));
    await etcd?.stop();
    keeper.dismiss();
  }

  startEtcd();
  await until('etcd', PROGRAM_WITHIN_MS, async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok);
  for (const member of members) member.start();
  proxies.startHaproxy();
  await until('a cluster of three', PROGRAM_WITHIN_MS, isWhole);
  const first = await primary();
  await first.query(`CREATE ROLE ${OWNER} LOGIN CREATEROLE`);
  await first.query(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`);

  return {
    folder,
    members,
    proxies,
    relay,
    etcd() {
      if (etcd === null) throw new Error('etcd was never started');
      return etcd;
    },
    startEtcd,
    addressesBy: (way, user = OWNER, database = DATABASE) =>
      hostsBy(way).map((host) => `postgres://${user}@${host}/${database}`),
    addressBy: (way) => `postgres://${OWNER}@${hostsBy(way).join(',')}/${DATABASE}`,
    addressOn: (member) => member.addressFor(OWNER, DATABASE),
    primary,
    async anotherThan(before) {
      let found: Member | undefined;
      await until('another primary', PROGRAM_WITHIN_MS, async () => {
        const others = members.filter((member) => member !== before);
        for (const member of others) if (await isPrimary(member)) found = member;
        return found !== undefined;
      });
      return found ?? before;
    },
    async switchOver() {
      const all = await states();
      const leader = named(all.find(({ role }) => role === 'leader')?.name);
      const candidate = named(all.find(({ role }) => role === 'sync_standby')?.name);
      await ask('/switchover', 'POST', { leader: leader.name, candidate: candidate.name });
    },
    async confirm(how) {
      isSynchronous = how === 'synchronously';
      await ask('/config', 'PATCH', { synchronous_mode: isSynchronous, synchronous_mode_strict: isSynchronous });
      await until(`commits are confirmed ${how}`, PROGRAM_WITHIN_MS, isWhole);
    },
    mend,
    stop,
  };
}

async function isPrimary(member: Member): Promise<boolean> {
  try {
    const [row] = await member.query<{ is: boolean }>('SELECT NOT pg_is_in_recovery() AS is');
    return row?.is === true;
  } catch {
    return false;
  }
}

const SELECT_FOLLOWING = `
  SELECT count(*)::int AS following, current_setting('synchronous_standby_names') AS names
  FROM pg_stat_replication WHERE state = 'streaming'`;
