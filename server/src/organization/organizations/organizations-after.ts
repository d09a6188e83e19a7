// SPDX-License-Identifier: Apache-2.0
/** Goes through all organizations, for periodic tasks. */
import type pg from 'pg';
import { queryAcross } from '../../storage/db/index.ts';

export const ORGANIZATIONS_PER_PAGE = 500;

/**
 * Ids of organizations in order, a page at a time; without those whose past is being written.
 */
export async function organizationsAfter(pool: pg.Pool, after: string | null): Promise<string[]> {
  const values = [after, ORGANIZATIONS_PER_PAGE];
  const tables = ['organization_directory'];
  const rows = await queryAcross<{ organization_id: string }>(pool, tables, SELECT_ORGANIZATIONS, values);
  return rows.map((row) => row.organization_id);
}

const SELECT_ORGANIZATIONS = `
  SELECT organization_id FROM svc.organization_directory
  WHERE NOT being_written AND ($1::uuid IS NULL OR organization_id > $1)
  ORDER BY organization_id LIMIT $2`;
