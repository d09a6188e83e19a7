// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, SUPERUSER } from './cluster.ts';
import { codeOf, EmbeddedPostgresError } from './errors.ts';
import { CONNECT_WITHIN_MS, SOCKET_PATH_BYTES_MAX } from './limits.ts';

/** The connection settings of a superuser; fits pg's ClientConfig. */
export interface ConnectionParts {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Part of the socket's name only: nothing listens on TCP. */
const PORT = 5432;
const DATABASE = 'postgres';

export function connectionParts(cluster: Pick<Cluster, 'password'>, host: string): ConnectionParts {
  return { host, port: PORT, user: SUPERUSER, password: cluster.password, database: DATABASE };
}

export function connectionString(parts: ConnectionParts): string {
  const { host, port, user, password, database } = parts;
  const encode = encodeURIComponent;
  return `postgresql://${encode(user)}:${encode(password)}@localhost:${port}/${encode(database)}?host=${encode(host)}`;
}

/**
 * The directory in which clients find the socket. It is the cluster's own. When that path is too long for a socket
 * address, it is a link to it in a private directory under the temporary one. The server itself binds a relative path.
 */
export function socketDirectory(directory: string): { host: string; remove(): void } {
  if (fits(directory)) return { host: directory, remove: () => undefined };
  const short = [tmpdir(), '/tmp'].map((parent) => privateDirectory(parent, directory)).find((path) => fits(path));
  if (short === undefined) {
    throw new EmbeddedPostgresError(`The path ${directory} is too long for a socket: choose a shorter SVC_DATA_DIR.`);
  }
  const host = join(short, 's');
  rmSync(host, { force: true });
  symlinkSync(directory, host);
  return { host, remove: () => rmSync(short, { recursive: true, force: true }) };
}

/** The socket directory of a live server, as its service made it. Null when its link is gone. Changes nothing. */
export function liveSocketDirectory(directory: string): string | null {
  if (fits(directory)) return directory;
  const links = [tmpdir(), '/tmp'].map((parent) => join(parent, privateName(directory), 's'));
  return links.find((link) => existsSync(link) && realpathSync(link) === directory) ?? null;
}

function privateName(directory: string): string {
  return `svc-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, 's', `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_BYTES_MAX;
}

/** Always the same name, so that killed services leave one directory and not many; never one that others made. */
function privateDirectory(parent: string, directory: string): string {
  const path = join(parent, privateName(directory));
  try {
    mkdirSync(path, { mode: 0o700 });
    return path;
  } catch {
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isOurs = found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o777) === 0o700;
    return isOurs ? path : mkdtempSync(join(parent, 'svc-'));
  }
}

/** Proves that the server answers us with our password, and tells its version. */
export async function readServerVersion(parts: ConnectionParts): Promise<string> {
  const client = new pg.Client({ ...parts, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    return rows[0]?.version ?? '';
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL runs but refuses the service's connection (${codeOf(error)}).`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
