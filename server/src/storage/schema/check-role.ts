// SPDX-License-Identifier: Apache-2.0
/** Refuses to work as a role that could see past row-level security. */
import type pg from 'pg';
import { SERVICE_ROLE } from '../connections/index.ts';
import { OPEN_TABLES } from './table-kinds.ts';

interface RoleRow {
  name: string;
  bypasses: boolean;
  owns: boolean;
  /** Tables whose rows it could see of all organizations. */
  open: string[];
}

/** @throws Error that says what to change when the service role owns tables, is a superuser or bypasses policies */
export async function checkServiceRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<RoleRow>(SQL, [OPEN_TABLES]);
  const role = rows[0];
  if (role === undefined || role.name !== SERVICE_ROLE) {
    throw new Error(`The service must work as the role ${SERVICE_ROLE}, but works as ${role?.name ?? 'none'}.`);
  }
  if (role.bypasses) throw new Error(`The role ${SERVICE_ROLE} may bypass row-level security: take that right away.`);
  if (role.owns) throw new Error(`The role ${SERVICE_ROLE} owns tables: give them to the role that migrates.`);
  if (role.open.length > 0) {
    throw new Error(`Row-level security is not forced on ${role.open.join(', ')}: migrate the database again.`);
  }
}

/** A table outside row-level security is known as one (`$1`), and names no organization. */
const SQL = `
  SELECT current_user AS name,
    r.rolsuper OR r.rolbypassrls AS bypasses,
    EXISTS (SELECT FROM pg_class WHERE relowner = r.oid AND relkind IN ('r', 'p')) AS owns,
    ARRAY(
      SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'svc' AND c.relkind IN ('r', 'p')
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
        AND (c.relname <> ALL ($1::text[]) OR EXISTS (
          SELECT FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
        ))
      ORDER BY 1
    ) AS open
  FROM pg_roles r WHERE r.rolname = current_user`;
