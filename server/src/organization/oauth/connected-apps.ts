// SPDX-License-Identifier: Apache-2.0
/** The apps that are connected to an organization, as its people see them. */
import { type ConnectedApp, type ConnectedAppList, type OauthScope, ROLES } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAs, selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { endGrant } from './grants.ts';

/** A member sees their own; owners and admins see all. Newest first. */
export async function listConnectedApps(
  pool: pg.Pool,
  viewer: Changer,
  page: Page,
): Promise<Omit<ConnectedAppList, 'mcpUrl'>> {
  const { organizationId, accountId } = viewer;
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const role = await selectRole(transaction, organizationId, accountId);
    const ownerId = role === 'OWNER' || role === 'ADMIN' ? null : accountId;
    const rows = await transaction.query<AppRow>(SELECT_APPS, [organizationId, ownerId, page.after, page.limit + 1]);
    return pageAnswer(rows, page, ({ id }) => id, appOf);
  });
}

function appOf(row: AppRow): ConnectedApp {
  return {
    id: row.id,
    name: row.client_name,
    host: row.client_host,
    person: { id: row.account_id, name: row.name, email: row.email },
    scopes: row.scopes,
    mayAsk: row.may_ask,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

interface AppRow extends Record<string, unknown> {
  id: string;
  client_name: string;
  client_host: string;
  account_id: string;
  name: string;
  email: string;
  scopes: OauthScope[];
  may_ask: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const SELECT_APPS = `
  SELECT g.id, g.client_name, g.client_host, g.account_id, a.name, a.email, g.scopes, g.may_ask, g.created_at,
    g.last_used_at
  FROM svc.oauth_grants g JOIN svc.accounts a ON a.id = g.account_id
  WHERE g.organization_id = $1 AND g.ended_at IS NULL AND ($2::uuid IS NULL OR g.account_id = $2)
    AND ($3::uuid IS NULL OR g.id < $3)
  ORDER BY g.id DESC LIMIT $4`;

interface OwnApp {
  organizationId: string;
  name: string;
  host: string;
  scopes: OauthScope[];
  createdAt: string;
  lastUsedAt: string | null;
}

/** A person's own apps over their organizations, oldest first. */
export async function listAppsOf(
  pool: pg.Pool,
  accountId: string,
  organizationIds: readonly string[],
): Promise<OwnApp[]> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<OwnRow>(SELECT_OWN, [accountId, organizationIds]),
  );
  return rows.map((row) => ({
    organizationId: row.organization_id,
    name: row.client_name,
    host: row.client_host,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

interface OwnRow extends Record<string, unknown> {
  organization_id: string;
  client_name: string;
  client_host: string;
  scopes: OauthScope[];
  created_at: Date;
  last_used_at: Date | null;
}

const SELECT_OWN = `
  SELECT organization_id, client_name, client_host, scopes, created_at, last_used_at FROM svc.oauth_grants
  WHERE account_id = $1 AND organization_id = ANY ($2::uuid[]) AND ended_at IS NULL ORDER BY id`;

/**
 * Ends a connection: none of its tokens works any more.
 * @throws ApiError 404 for none that the person sees
 */
export async function revokeConnectedApp(pool: pg.Pool, changer: Changer, grantId: string): Promise<void> {
  await changeAs(pool, changer, ROLES, async (transaction, { role }) => {
    const ownerId = role === 'MEMBER' ? changer.accountId : null;
    const [row] = await transaction.query<{ host: string }>(SELECT_ONE, [changer.organizationId, grantId, ownerId]);
    if (row === undefined || !(await endGrant(transaction, changer.organizationId, grantId, 'REVOKED'))) {
      throw new ApiError('not_found', { message: 'There is no such connected app.' });
    }
    const change = {
      kind: 'connected_app.revoked',
      subject: { type: 'connected_app', id: grantId },
      metadata: { clientHost: row.host },
    };
    return { result: undefined, changes: [change] };
  });
}

const SELECT_ONE = `
  SELECT client_host AS host FROM svc.oauth_grants
  WHERE organization_id = $1 AND id = $2 AND ended_at IS NULL AND ($3::uuid IS NULL OR account_id = $3)`;
