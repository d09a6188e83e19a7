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
import { ApiError } from '../../platform/errors/index.ts';
import { openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { listRecords, searchIn, sortedPage } from '../record-lists/index.ts';
import type { IntegrationSettings } from './settings-of-kinds.ts';

interface Row {
  [column: string]: unknown;
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

/** @throws ApiError 404 */
export async function showIntegration(
  transaction: Transaction,
  organizationId: string,
  id: string,
  vault: Vault,
): Promise<Integration> {
  const [row] = await transaction.query<Row>(SELECT_INTEGRATION, [organizationId, id]);
  if (row === undefined) throw noSuchIntegration();
  return integrationOf(row, organizationId, vault);
}

const SELECT_INTEGRATION = `
  SELECT ${COLUMNS} FROM svc.integrations i WHERE i.organization_id = $1 AND i.id = $2`;

function noSuchIntegration(): ApiError {
  return new ApiError('not_found', { message: 'There is no such integration.' });
}

function integrationOf(row: Row, organizationId: string, vault: Vault): Integration {
  const { id, settings, secret } = row;
  const binding = { organizationId, table: 'integrations', column: 'secret', rowId: id };
  const ticket = settings?.provider === null ? settings : null;
  return {
    id,
    name: row.name,
    kind: row.kind,
    allowedHosts: row.allowed_hosts,
    credential: row.credential,
    hasSecret: secret !== null && openTextOrNull(vault, secret, binding) !== null,
    provider: settings?.provider ?? null,
    channel: settings?.provider === 'SLACK' ? settings.channel : null,
    url: settings?.provider === 'INCOMING_WEBHOOK' ? settings.url : (ticket?.url ?? null),
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

/** @throws ApiError 404 */
export async function readIntegration(
  pool: pg.Pool,
  organizationId: string,
  id: string,
  vault: Vault,
): Promise<IntegrationItem> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<ItemRow>(SELECT_ITEM, [organizationId, id]),
  );
  if (row === undefined) throw noSuchIntegration();
  return itemOf(row, organizationId, vault);
}

const SELECT_ITEM = `
  SELECT ${ITEM_COLUMNS} FROM svc.integrations i ${ITEM_JOINS} WHERE i.organization_id = $1 AND i.id = $2`;

const SORTS = {
  name: { type: 'text', column: 'lower(i.name)' },
  kind: { type: 'text', column: 'i.kind' },
  createdAt: { type: 'number', column: 'extract(epoch FROM i.created_at)' },
} as const;

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listIntegrations(
  { reads, vault }: { reads: Reads; vault: Vault },
  reader: Reader,
  query: IntegrationListQuery,
): Promise<IntegrationList> {
  const { list } = await listRecords<ItemRow, keyof typeof SORTS, IntegrationItem, null>(
    reads,
    reader,
    sortedPage<keyof typeof SORTS>(query, 'name'),
    {
      from: 'svc.integrations i',
      alias: 'i',
      sorts: SORTS,
      sandbox: false,
      filters: [
        [query.kind, (place) => `i.kind = ${place}`],
        [query.q, searchIn(SEARCHED, 'i.id')],
      ],
      columns: ITEM_COLUMNS,
      joins: ITEM_JOINS,
    },
    async () => null,
    (row) => itemOf(row, reader.organizationId, vault),
  );
  return list;
}

const SEARCHED = `concat_ws(' ', i.name, array_to_string(i.allowed_hosts, ' '), i.settings ->> 'url',
  i.settings ->> 'channel')`;
