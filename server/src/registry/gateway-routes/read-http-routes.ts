// SPDX-License-Identifier: Apache-2.0
/** HTTP routes as people see them: one, and a page of them, each with its warnings. */
import type { HttpRoute, HttpRouteList, HttpRouteListQuery } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { lastSort, listRecords, searchIn, sortedPage } from '../record-lists/index.ts';
import { referenceIn } from '../records/index.ts';
import { type LastCallRow, lastCallJoin, lastCallOf } from './last-call.ts';
import { type RegisteredIntegration, routeWarnings } from './route-warnings.ts';

interface Row extends LastCallRow {
  [column: string]: unknown;
  id: string;
  name: string;
  base_url: string;
  integration: (RegisteredIntegration & { id: string }) | null;
  resource: HttpRoute['resource'];
  agent_ids: string[] | null;
  agents: HttpRoute['agents'];
  actions: HttpRoute['actions'];
  methods: HttpRoute['methods'];
  timeout_ms: number;
  scan_body: boolean;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `h.id, h.name, h.base_url, h.agent_ids, h.actions, h.methods, h.timeout_ms, h.scan_body, h.created_at,
  h.updated_at, integration.integration, resource.resource, agents.agents, last.last_call`;

const JOINS = `${lastCallJoin('h')}
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name, 'allowedHosts', allowed_hosts, 'credential', credential)
      AS integration
    FROM svc.integrations WHERE organization_id = $1 AND id = h.integration_id OFFSET 0
  ) AS integration ON true
  LEFT JOIN LATERAL (
    SELECT json_build_object('id', id, 'name', name, 'classification', classification) AS resource
    FROM svc.resources WHERE organization_id = $1 AND id = h.resource_id OFFSET 0
  ) AS resource ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('id', id, 'name', name) ORDER BY lower(name), id) AS agents
    FROM svc.agents WHERE organization_id = $1 AND id = ANY (h.agent_ids) OFFSET 0
  ) AS agents ON true`;

/** @throws ApiError 404 */
export async function showHttpRoute(transaction: Transaction, organizationId: string, id: string): Promise<HttpRoute> {
  const [row] = await transaction.query<Row>(SELECT_ROUTE, [organizationId, id]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such HTTP route.' });
  return routeOf(row);
}

const SELECT_ROUTE = `SELECT ${COLUMNS} FROM svc.http_routes h ${JOINS} WHERE h.organization_id = $1 AND h.id = $2`;

/** @throws ApiError 404 */
export async function readHttpRoute(pool: pg.Pool, organizationId: string, id: string): Promise<HttpRoute> {
  return await inTransaction(pool, [organizationId], (transaction) => showHttpRoute(transaction, organizationId, id));
}

function routeOf(row: Row): HttpRoute {
  const { integration, resource, actions, methods } = row;
  const values = {
    name: row.name,
    baseUrl: row.base_url,
    resourceId: resource?.id ?? null,
    agentIds: row.agent_ids,
    actions,
    methods,
  };
  return {
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    integration: integration === null ? null : { id: integration.id, name: integration.name },
    resource,
    agents: row.agent_ids === null ? null : (row.agents ?? []),
    actions,
    methods,
    timeoutMs: row.timeout_ms,
    scanBody: row.scan_body,
    warnings: routeWarnings(values, integration ?? undefined),
    lastCall: lastCallOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const SORTS = {
  name: { type: 'text', column: 'lower(h.name)' },
  createdAt: { type: 'number', column: 'extract(epoch FROM h.created_at)' },
  lastCallAt: lastSort('ROUTE'),
} as const;

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listHttpRoutes(reads: Reads, reader: Reader, query: HttpRouteListQuery): Promise<HttpRouteList> {
  const { list } = await listRecords<Row, keyof typeof SORTS, HttpRoute, null>(
    reads,
    reader,
    sortedPage<keyof typeof SORTS>(query, 'name'),
    {
      from: 'svc.http_routes h',
      alias: 'h',
      sorts: SORTS,
      sandbox: false,
      filters: [
        [query.integration, referenceIn('integration', 'h.integration_id')],
        [query.resource, referenceIn('resource', 'h.resource_id')],
        [query.agent, namesAgent],
        [query.q, searchIn(`concat_ws(' ', h.name, h.base_url)`, 'h.id')],
      ],
      columns: COLUMNS,
      joins: JOINS,
    },
    async () => null,
    routeOf,
  );
  return list;
}

const namesAgent = (place: string): string => `h.agent_ids && ARRAY(
  SELECT id FROM svc.agents WHERE organization_id = $1 AND (name = ${place} OR id::text = lower(${place}))
)`;
