// SPDX-License-Identifier: Apache-2.0
/** The faults of a cluster, by name: how each strikes, how long it lasts, and what mends it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, Way } from './cluster/index.ts';
import type { Service } from './service.ts';

export interface Fault {
  name: string;
  /** In a few words, for the table of rounds. */
  what: string;
  way: Way;
  /** Commits are confirmed before a standby has them: answered decisions may be lost with the primary. */
  isAsynchronous?: boolean;
  /** The database answers and takes no writes until the mend: `/ready` must say so. */
  isReadOnly?: boolean;
  /** One process of the service is killed too, and started again. */
  killsService?: boolean;
  /** The longest time without decisions that the round may have. */
  withoutMsMax: number;
  /** Resolves at the moment from which both processes have to decide again. */
  strike(struck: Struck): Promise<void>;
}

interface Struck {
  cluster: Cluster;
  services: readonly [Service, Service];
  /** Starts the first process again. */
  restartService(): Promise<void>;
}

/** The longest outage by Patroni's lease, on a machine that runs much else. */
const BY_LEASE_MS = 60_000;
/** A fault that ends by itself takes its own time and a little more. */
const after = (ms: number): number => ms + 25_000;
/** A planned switchover takes five seconds; more is for a busy machine. */
const SWITCHOVER_MS = 15_000;

/** systemd starts a service again after two seconds. */
const SERVICE_AWAY_MS = 2_000;
const READ_ONLY_MS = 15_000;
const STOPPED_MS = 40_000;
/** Longer than a connection lives in the waits of the service. */
const VANISHED_MS = 11_000;
const PROXY_AWAY_MS = 5_000;
const PROXY_SILENT_MS = 25_000;
const ETCD_AWAY_MS = 30_000;
/** Patroni comes back after its primary was replaced. */
const PATRONI_AWAY_MS = 45_000;
/** The standbys fall behind for so long before the primary dies. */
const BEHIND_MS = 1_500;

const switchover = async ({ cluster }: Struck): Promise<void> => {
  const before = await cluster.primary();
  await cluster.switchOver();
  await cluster.anotherThan(before);
};

/** Kills Patroni and PostgreSQL of the primary: its machine is gone. */
const nodeDies = async ({ cluster }: Struck): Promise<void> => {
  const before = await cluster.primary();
  before.signal('both', 'SIGKILL');
  await cluster.anotherThan(before);
};

const stopped =
  (what: 'postgres' | 'both') =>
  async ({ cluster }: Struck): Promise<void> => {
    const before = await cluster.primary();
    before.signal(what, 'SIGSTOP');
    await delay(STOPPED_MS);
    before.signal('both', 'SIGCONT');
  };

const patroniDies = async ({ cluster }: Struck): Promise<void> => {
  const before = await cluster.primary();
  before.signal('patroni', 'SIGKILL');
  await delay(PATRONI_AWAY_MS);
  before.start();
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'node-dies',
    what: 'kill -9 of Patroni and primary',
    way: 'good',
    withoutMsMax: BY_LEASE_MS,
    strike: nodeDies,
  },
  {
    name: 'read-only',
    what: 'primary made read-only, 15 s',
    way: 'good',
    isReadOnly: true,
    withoutMsMax: after(READ_ONLY_MS),
    async strike({ cluster }) {
      const primary = await cluster.primary();
      await primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
      await primary.query('SELECT pg_reload_conf()');
      await delay(READ_ONLY_MS);
      await primary.query('ALTER SYSTEM RESET default_transaction_read_only');
      await primary.query('SELECT pg_reload_conf()');
    },
  },
  {
    name: 'primary-killed',
    what: 'kill -9 of the primary; Patroni restarts it',
    way: 'good',
    withoutMsMax: BY_LEASE_MS,
    async strike({ cluster }) {
      const [postmaster] = (await cluster.primary()).postgres();
      if (postmaster === undefined) throw new Error('the primary does not run');
      process.kill(postmaster, 'SIGKILL');
    },
  },
  { name: 'switchover', what: 'switchover', way: 'good', withoutMsMax: SWITCHOVER_MS, strike: switchover },
  {
    name: 'patroni-killed',
    what: 'kill -9 of Patroni alone',
    way: 'good',
    withoutMsMax: BY_LEASE_MS,
    strike: patroniDies,
  },
  {
    name: 'primary-stopped',
    what: 'SIGSTOP of the primary, 40 s',
    way: 'good',
    withoutMsMax: BY_LEASE_MS,
    strike: stopped('postgres'),
  },
  {
    name: 'node-stopped',
    what: 'SIGSTOP of Patroni and primary, 40 s',
    way: 'good',
    withoutMsMax: BY_LEASE_MS,
    strike: stopped('both'),
  },
  {
    name: 'proxy-restarted',
    what: 'HAProxy killed, back after 5 s',
    way: 'good',
    withoutMsMax: after(PROXY_AWAY_MS),
    async strike({ cluster: { proxies } }) {
      proxies.haproxy().kill('SIGKILL');
      await proxies.haproxy().ended;
      await delay(PROXY_AWAY_MS);
      proxies.startHaproxy();
    },
  },
  {
    name: 'proxy-stopped',
    what: 'SIGSTOP of HAProxy, 25 s',
    way: 'good',
    withoutMsMax: after(PROXY_SILENT_MS),
    async strike({ cluster: { proxies } }) {
      proxies.haproxy().kill('SIGSTOP');
      await delay(PROXY_SILENT_MS);
      proxies.haproxy().kill('SIGCONT');
    },
  },
  {
    name: 'etcd-killed',
    what: 'etcd killed, back after 30 s',
    way: 'good',
    withoutMsMax: after(ETCD_AWAY_MS),
    async strike({ cluster }) {
      cluster.etcd().kill('SIGKILL');
      await cluster.etcd().ended;
      await delay(ETCD_AWAY_MS);
      cluster.startEtcd();
    },
  },
  {
    name: 'service-and-node',
    what: "kill -9 of one svc and of the primary's node at once",
    way: 'good',
    killsService: true,
    withoutMsMax: BY_LEASE_MS,
    async strike(struck) {
      struck.services[0].program.kill('SIGKILL');
      const dying = nodeDies(struck);
      await struck.services[0].program.ended;
      await delay(SERVICE_AWAY_MS);
      // It starts while there is no primary, and waits for one.
      await Promise.all([dying, struck.restartService()]);
    },
  },
  {
    name: 'asynchronous',
    what: 'asynchronous: walsenders stopped 1.5 s, node dies',
    way: 'good',
    isAsynchronous: true,
    withoutMsMax: BY_LEASE_MS,
    async strike(struck) {
      const primary = await struck.cluster.primary();
      const senders = await primary.query<{ pid: number }>('SELECT pid FROM pg_stat_replication');
      for (const { pid } of senders) process.kill(pid, 'SIGSTOP');
      await delay(BEHIND_MS);
      await nodeDies(struck);
    },
  },
  {
    name: 'switchover-lazy',
    what: 'switchover, lazy proxy',
    way: 'lazy',
    withoutMsMax: SWITCHOVER_MS,
    strike: switchover,
  },
  {
    name: 'patroni-killed-lazy',
    what: 'kill -9 of Patroni alone, lazy proxy',
    way: 'lazy',
    withoutMsMax: BY_LEASE_MS,
    strike: patroniDies,
  },
  {
    name: 'node-stopped-lazy',
    what: 'SIGSTOP of both, lazy proxy, 40 s',
    way: 'lazy',
    withoutMsMax: BY_LEASE_MS,
    strike: stopped('both'),
  },
  {
    name: 'pooler-node-dies',
    what: 'PgBouncer in session mode: node dies',
    way: 'pooler',
    withoutMsMax: BY_LEASE_MS,
    strike: nodeDies,
  },
  {
    name: 'pooler-switchover',
    what: 'PgBouncer in session mode: switchover',
    way: 'pooler',
    withoutMsMax: SWITCHOVER_MS,
    strike: switchover,
  },
  {
    name: 'hosts-node-dies',
    what: 'three hosts and no proxy: node dies',
    way: 'hosts',
    withoutMsMax: BY_LEASE_MS,
    strike: nodeDies,
  },
  {
    name: 'hosts-switchover',
    what: 'three hosts and no proxy: switchover',
    way: 'hosts',
    withoutMsMax: SWITCHOVER_MS,
    strike: switchover,
  },
  {
    name: 'half-open',
    what: 'a machine on the way vanishes without a word, another after 11 s',
    way: 'relay',
    withoutMsMax: after(VANISHED_MS),
    async strike({ cluster: { relay } }) {
      await relay.vanish();
      await delay(VANISHED_MS);
      relay.start();
    },
  },
];

/** One of each kind that the service itself has to withstand; together they take some four minutes. */
export const USUAL = [
  'primary-killed',
  'switchover',
  'proxy-restarted',
  'service-and-node',
  'pooler-switchover',
  'hosts-switchover',
];
/** The faults of the thorough run, which share one cluster. */
export const THOROUGH = ['node-dies', 'read-only', 'switchover-lazy'];

/** @throws Error for a name that no fault has */
export function faultNamed(name: string): Fault {
  const fault = FAULTS.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`No fault is called ${name}: ${FAULTS.map((one) => one.name).join(', ')}`);
  return fault;
}
