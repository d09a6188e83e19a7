// SPDX-License-Identifier: Apache-2.0
/** HAProxy before the cluster, which asks Patroni for the primary, and PgBouncer before HAProxy. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Member } from './member.ts';
import { type Program, startProgram } from './processes.ts';
import { programAt } from './programs.ts';

export type ProxyName = 'good' | 'lazy' | 'pooler';
/**
 * The way of a service to its database. `hosts` names all three nodes, and no proxy. `relay` has one more machine
 * before the good proxy.
 */
export type Way = ProxyName | 'hosts' | 'relay';

/** Where the good proxy listens for the relay. */
export const socketOf = (folder: string): string => join(folder, 'good.sock');

export interface Proxies {
  ports: Readonly<Record<ProxyName, number>>;
  startHaproxy(): void;
  haproxy(): Program;
  /** @param users who may come through the pooler */
  startPooler(users: readonly string[]): void;
  stop(): Promise<void>;
}

export function createProxies(
  folder: string,
  members: readonly Member[],
  ports: Readonly<Record<ProxyName, number>>,
): Proxies {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyFile(folder, members, ports));
  let haproxy: Program | null = null;
  let pooler: Program | null = null;
  return {
    ports,
    startHaproxy() {
      if (haproxy === null || haproxy.hasEnded()) {
        haproxy = startProgram('haproxy', [programAt('haproxy'), '-db', '-f', file], { folder });
      }
    },
    haproxy() {
      if (haproxy === null) throw new Error('HAProxy was never started');
      return haproxy;
    },
    startPooler(users) {
      if (pooler !== null && !pooler.hasEnded()) return;
      const list = join(folder, 'pgbouncer-users.txt');
      writeFileSync(list, users.map((user) => `"${user}" ""\n`).join(''), { mode: 0o644 });
      const settings = join(folder, 'pgbouncer.ini');
      writeFileSync(settings, poolerFile(ports, list), { mode: 0o644 });
      pooler = startProgram('pgbouncer', [programAt('pgbouncer'), settings], { folder, asPostgres: true });
    },
    async stop() {
      await Promise.all([haproxy?.stop(), pooler?.stop()]);
    },
  };
}

/** `lazy` lets the sessions of a server live on that is primary no more. That is a fault which many have. */
function haproxyFile(
  folder: string,
  members: readonly Member[],
  { good, lazy }: Readonly<Record<ProxyName, number>>,
): string {
  const servers = members
    .map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`)
    .join('\n');
  const listen = (name: string, binds: readonly string[], more: string) => `
listen ${name}
${binds.map((at) => `  bind ${at}`).join('\n')}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 2${more}
${servers}
`;
  const binds = [`127.0.0.1:${good}`, `unix@${socketOf(folder)}`];
  const closing = listen('good', binds, ' on-marked-down shutdown-sessions');
  return `
global
  maxconn 2000
defaults
  mode tcp
  timeout connect 4s
  timeout client 30m
  timeout server 30m
  timeout check 5s
${closing}${listen('lazy', [`127.0.0.1:${lazy}`], '')}`;
}

/** Session mode, and otherwise as it is installed. */
function poolerFile({ good, pooler }: Readonly<Record<ProxyName, number>>, users: string): string {
  return `
[databases]
* = host=127.0.0.1 port=${good}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pooler}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = session
default_pool_size = 150
max_client_conn = 300
server_connect_timeout = 3
server_login_retry = 1
`;
}
