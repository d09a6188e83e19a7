// SPDX-License-Identifier: Apache-2.0
/** MCP routes as people see them: one, and a page of them. */
import type { McpRoute, McpRouteList, McpRouteListQuery } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { lastSort, listRecords, searchIn, sortedPage } from '../record-lists/index.ts';
import { referenceIn } from '../records/index.ts';
import { type LastCallRow, lastCallJoin, lastCallOf } from './last-call.ts';

interface Row extends LastCallRow {
  [column: string]: unknown;
  id: string;
  name: string;
  agent: McpRoute['agent'];
  resource: McpRoute['resource'];
  scan_body: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `m.id, m.name, m.scan_body, m.created_at, m.updated_at, agent.agent, resource.resource, last.last_call`;

const JOINS = `${lastCallJoin('m')}
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name) AS agent
    FROM svc.agents WHERE organization_id = $1 AND id = m.agent_id OFFSET 0
  ) AS agent ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name, 'classification', classification) AS resource
    FROM svc.resources WHERE organization_id = $1 AND id = m.resource_id OFFSET 0
  ) AS resource ON true`;

/** @throws ApiError 404 */
export async function showMcpRoute(transaction: Transaction, organizationId: string, id: string): Promise<McpRoute> {
  const [row] = await transaction.query<Row>(SELECT_ROUTE, [organizationId, id]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such MCP route.' });
  return routeOf(row);
}

const SELECT_ROUTE = `SELECT ${COLUMNS} FROM svc.mcp_routes m ${JOINS} WHERE m.organization_id = $1 AND m.id = $2`;

/** @throws ApiError 404 */
export async function readMcpRoute(pool: pg.Pool, organizationId: string, id: string): Promise<McpRoute> {
  return await inTransaction(pool, [organizationId], (transaction) => showMcpRoute(transaction, organizationId, id));
}

function routeOf(row: Row): McpRoute {
  return {
    id: row.id,
    name: row.name,
    agent: row.agent,
    resource: row.resource,
    scanBody: row.scan_body,
    lastCall: lastCallOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const SORTS = {
  name: { type: 'text', column: 'lower(m.name)' },
  createdAt: { type: 'number', column: 'extract(epoch FROM m.created_at)' },
  lastCallAt: lastSort('ROUTE'),
} as const;

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listMcpRoutes(reads: Reads, reader: Reader, query: McpRouteListQuery): Promise<McpRouteList> {
  const { list } = await listRecords<Row, keyof typeof SORTS, McpRoute, null>(
    reads,
    reader,
    sortedPage<keyof typeof SORTS>(query, 'name'),
    {
      from: 'svc.mcp_routes m',
      alias: 'm',
      sorts: SORTS,
      sandbox: false,
      filters: [
        [query.agent, referenceIn('agent', 'm.agent_id')],
        [query.resource, referenceIn('resource', 'm.resource_id')],
        [query.q, searchIn('m.name', 'm.id')],
      ],
      columns: COLUMNS,
      joins: JOINS,
    },
    async () => null,
    routeOf,
  );
  return list;
}
