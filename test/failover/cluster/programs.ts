// SPDX-License-Identifier: Apache-2.0
/** Programs of Debian that the cluster is made of, where they are, and the packages that bring them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Debian keeps the server's programs out of the path. */
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
/** Programs of the system's administrator are in no path of other users. */
const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];

const PACKAGES: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  setpriv: 'util-linux',
};

/** The packages that this machine lacks; none where the cluster can be started. */
export function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES).flatMap(([program, name]) => (pathOf(program) === null ? [name] : []));
  return existsSync(join(POSTGRES_BIN, 'postgres')) ? missing : ['postgresql-15', ...missing];
}

/** @throws Error that names the package of a missing program */
export function programAt(program: string): string {
  const path = pathOf(program);
  if (path === null) throw new Error(`${program} is missing: install the package ${PACKAGES[program] ?? program}`);
  return path;
}

function pathOf(program: string): string | null {
  return FOLDERS.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
