// SPDX-License-Identifier: Apache-2.0
/** Looks at a server and at the schema on it, for an operator who asks what is wrong. Changes nothing. */

import { connectOwner, type DatabaseAddress, SERVICE_ROLE } from '../connections/index.ts';
import { appliedMigrations, SERVER_VERSION_MIN } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';

interface ServerState {
  /** As the server writes it, such as `16.4`. */
  version: string;
  versionNumber: number;
  versionNumberMin: number;
  /** Epoch milliseconds, half of the round trip taken off. */
  clockMs: number;
  /** No schema of the service is there yet. */
  isEmpty: boolean;
  pending: string[];
  /** Migrations of a newer build. */
  unknown: string[];
  /** The sign-in role may make a schema. */
  mayCreate: boolean;
  /** The role of the service is there and granted, or the sign-in role may make it. */
  mayCreateRole: boolean;
}

/** Looks without changing anything. @throws the error of connecting */
export async function inspectServer(address: DatabaseAddress, migrations = MIGRATIONS): Promise<ServerState> {
  const applied = await appliedMigrations(address);
  const client = await connectOwner(address);
  try {
    const { rows } =
      await client.query<Omit<ServerState, 'isEmpty' | 'pending' | 'unknown' | 'versionNumberMin'>>(INSPECT);
    const askedMs = performance.now();
    const { rows: clock } = await client.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const [state] = rows;
    if (state === undefined) throw new Error('the server did not say what it is');
    const known = migrations.map(({ name }) => name);
    return {
      ...state,
      clockMs: (clock[0]?.ms ?? 0) + (performance.now() - askedMs) / 2,
      versionNumberMin: SERVER_VERSION_MIN,
      isEmpty: applied.length === 0,
      pending: known.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !known.includes(name)),
    };
  } finally {
    await client.end();
  }
}

const INSPECT = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
    has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
    COALESCE(
      (SELECT pg_has_role(current_user, r.oid, 'USAGE') FROM pg_roles r WHERE r.rolname = '${SERVICE_ROLE}'),
      (SELECT r.rolcreaterole OR r.rolsuper FROM pg_roles r WHERE r.rolname = current_user)
    ) AS "mayCreateRole"`;
