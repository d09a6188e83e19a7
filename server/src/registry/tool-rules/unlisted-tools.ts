// SPDX-License-Identifier: Apache-2.0
/** The tools that were refused because no rule takes them: what the rules lack. */
import { type Door, UNLISTED_TOOLS_MAX, type UnlistedTool } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

export interface RefusedTool {
  tool: string;
  /** The name of the agent that asked. */
  agent: string;
  door: Door;
}

/** Writes at most once a minute for each tool, and keeps those that were asked for last. */
export async function noteUnlistedTool(
  pool: pg.Pool,
  organizationId: string,
  { tool, agent, door }: RefusedTool,
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    await transaction.query(NOTE, [organizationId, tool, agent, door, pool.clock.now()]);
    await transaction.query(DROP_OLDEST, [organizationId, UNLISTED_TOOLS_MAX]);
  });
}

const NOTE = `
  INSERT INTO svc.unlisted_tools AS u (organization_id, tool, agent, door, last_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (organization_id, tool) DO UPDATE SET
    agent = excluded.agent, door = excluded.door, last_at = excluded.last_at
  WHERE u.last_at < excluded.last_at - interval '1 minute'`;

const DROP_OLDEST = `
  DELETE FROM svc.unlisted_tools WHERE organization_id = $1 AND tool IN (
    SELECT tool FROM svc.unlisted_tools WHERE organization_id = $1 ORDER BY last_at DESC, tool OFFSET $2)`;

/** Newest first. Rules that came since may take some of them. */
export async function selectUnlistedTools(pool: pg.Pool, organizationId: string): Promise<UnlistedTool[]> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ tool: string; agent: string; door: Door; last_at: Date }>(SELECT, [organizationId]),
  );
  return rows.map(({ last_at: lastAt, ...tool }) => ({ ...tool, lastAt: lastAt.toISOString() }));
}

const SELECT = `
  SELECT tool, agent, door, last_at FROM svc.unlisted_tools WHERE organization_id = $1 ORDER BY last_at DESC, tool`;
