// SPDX-License-Identifier: Apache-2.0
/** Integrations as people see them: one, one with its routes, and a page of them. No answer holds a secret. */
import {
  type Integration,
  type IntegrationItem,
  type IntegrationList,
  type IntegrationListQuery,
  type MessageFault,
  USERS_NAMED_MAX,
} from '@svc/contract';
import type pg from 'pg';
import { openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { searchIn, viewOf } from '../record-lists/index.ts';
import type { IntegrationSettings } from './settings-of-kinds.ts';

interface Row {
  id: string;
  name: string;
  kind: Integration['kind'];
  allowed_hosts: string[];
  credential: Integration['credential'];
  settings: IntegrationSettings | null;
  secret: string | null;
  message_fault: MessageFault | null;
  message_fault_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `i.id, i.name, i.kind, i.allowed_hosts, i.credential, i.settings, i.secret, i.message_fault,
  i.message_fault_at, i.created_at, i.updated_at`;

const OF_INTEGRATIONS = { noun: 'integration', table: 'svc.integrations', alias: 'i' };
const INTEGRATION_VIEW = viewOf<Row>({ ...OF_INTEGRATIONS, columns: COLUMNS, joins: '', sorts: {} });

/** @throws ApiError 404 */
export async function showIntegration(
  transaction: Transaction,
  organizationId: string,
  id: string,
  vault: Vault,
): Promise<Integration> {
  return integrationOf(await INTEGRATION_VIEW.row(transaction, organizationId, id), organizationId, vault);
}

function integrationOf(row: Row, organizationId: string, vault: Vault): Integration {
  const { id, settings, secret } = row;
  const binding = { organizationId, table: 'integrations', column: 'secret', rowId: id };
  const ticket = settings?.provider === null ? settings : null;
  const has = (field: string): string | null => (settings as Record<string, string | null> | null)?.[field] ?? null;
  return {
    id,
    name: row.name,
    kind: row.kind,
    allowedHosts: row.allowed_hosts,
    credential: row.credential,
    hasSecret: secret !== null && openTextOrNull(vault, secret, binding) !== null,
    provider: settings?.provider ?? null,
    channel: has('channel'),
    appId: has('appId'),
    tenantId: has('tenantId'),
    username: has('username'),
    project: has('project'),
    issueType: has('issueType'),
    table: has('table'),
    repository: has('repository'),
    closeWith: has('closeWith'),
    url: has('url'),
    updateUrl: ticket?.updateUrl ?? null,
    method: ticket?.method ?? null,
    headerNames: ticket?.headerNames ?? null,
    bodyTemplate: ticket?.bodyTemplate ?? null,
    lastFailure:
      row.message_fault === null || row.message_fault_at === null
        ? null
        : { fault: row.message_fault, at: row.message_fault_at.toISOString() },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

interface ItemRow extends Row {
  users: number;
  used_by: IntegrationItem['usedBy'] | null;
}

const ITEM_COLUMNS = `${COLUMNS}, users.users, users.used_by`;
const ITEM_JOINS = `
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS users, json_agg(json_build_object('type', 'http_route', 'id', id, 'name', name)
      ORDER BY place) FILTER (WHERE place <= ${USERS_NAMED_MAX}) AS used_by
    FROM (
      SELECT id, name, row_number() OVER (ORDER BY lower(name), id) AS place
      FROM svc.http_routes WHERE organization_id = $1 AND integration_id = i.id
    ) AS routes
    OFFSET 0
  ) AS users ON true`;

const itemOf = (row: ItemRow, organizationId: string, vault: Vault): IntegrationItem => ({
  ...integrationOf(row, organizationId, vault),
  usedByCount: row.users,
  usedBy: row.used_by ?? [],
});

const ITEM_VIEW = viewOf<ItemRow>({
  ...OF_INTEGRATIONS,
  columns: ITEM_COLUMNS,
  joins: ITEM_JOINS,
  sorts: { kind: { type: 'text', column: 'i.kind' } },
});

/** @throws ApiError 404 */
export async function readIntegration(
  pool: pg.Pool,
  organizationId: string,
  id: string,
  vault: Vault,
): Promise<IntegrationItem> {
  return await inTransaction(pool, [organizationId], async (transaction) =>
    itemOf(await ITEM_VIEW.row(transaction, organizationId, id), organizationId, vault),
  );
}

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listIntegrations(
  { reads, vault }: { reads: Reads; vault: Vault },
  reader: Reader,
  query: IntegrationListQuery,
): Promise<IntegrationList> {
  const filters: Condition[] = [
    [query.kind, (place) => `i.kind = ${place}`],
    [query.q, searchIn(SEARCHED, 'i.id')],
  ];
  return await ITEM_VIEW.list(reads, reader, query, { filters }, (row) => itemOf(row, reader.organizationId, vault));
}

const SEARCHED = `concat_ws(' ', i.name, array_to_string(i.allowed_hosts, ' '), i.settings ->> 'url',
  i.settings ->> 'channel', i.settings ->> 'project', i.settings ->> 'repository')`;
