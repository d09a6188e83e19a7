// SPDX-License-Identifier: Apache-2.0
/** The row of an organization's connection, with its secret sealed. Writers hold the head's lock. */
import type { SsoConnectionChange } from '@svc/contract';
import { type Binding, openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';

export type ConnectionValues = Omit<SsoConnectionChange, 'clientSecret'>;

export interface Connection extends ConnectionValues {
  id: string;
  /** Null where its key is gone. */
  clientSecret: string | null;
  updatedAt: Date;
  /** Whether the organization may reach the ranges that the operator opened. */
  privateNetworks: boolean;
}

interface ConnectionRow extends Omit<Connection, 'clientSecret'>, Record<string, unknown> {
  sealed: string;
}

export async function selectConnection(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<Connection | null> {
  const [row] = await transaction.query<ConnectionRow>(SELECT, [organizationId]);
  if (row === undefined) return null;
  const { sealed, ...values } = row;
  return { ...values, clientSecret: openTextOrNull(vault, sealed, bindingOf(organizationId, row.id)) };
}

const SELECT = `
  SELECT c.id, c.issuer, c.client_id AS "clientId", c.client_secret AS sealed, c.scopes, c.role_claim AS "roleClaim",
    c.roles, c.default_role AS "defaultRole", c.enabled, c.required, c.break_glass AS "breakGlass",
    c.session_hours AS "sessionHours", c.updated_at AS "updatedAt", o.private_networks AS "privateNetworks"
  FROM svc.sso_connections c JOIN svc.organizations o USING (organization_id)
  WHERE c.organization_id = $1`;

/** How the connection gives roles, without its secret; null for none. */
export async function rolesOfConnection(
  transaction: Transaction,
  organizationId: string,
): Promise<Pick<ConnectionValues, 'roles' | 'defaultRole'> | null> {
  const [row] = await transaction.query<Pick<ConnectionValues, 'roles' | 'defaultRole'>>(SELECT_ROLES, [
    organizationId,
  ]);
  return row ?? null;
}

const SELECT_ROLES = `
  SELECT roles, default_role AS "defaultRole" FROM svc.sso_connections WHERE organization_id = $1`;

function bindingOf(organizationId: string, rowId: string): Binding {
  return { organizationId, table: 'sso_connections', column: 'client_secret', rowId };
}

/** Makes or changes it. */
export async function writeConnection(
  transaction: Transaction,
  organizationId: string,
  values: ConnectionValues & { id: string | null; clientSecret: string },
  vault: Vault,
): Promise<void> {
  const nowMs = transaction.clock.nowMs();
  const id = values.id ?? uuidv7(nowMs);
  await transaction.query(WRITE, [
    organizationId,
    id,
    values.issuer,
    values.clientId,
    vault.seal(values.clientSecret, bindingOf(organizationId, id)),
    values.scopes,
    values.roleClaim,
    JSON.stringify(values.roles),
    values.defaultRole,
    values.enabled,
    values.required,
    values.breakGlass,
    values.sessionHours,
    new Date(nowMs),
  ]);
}

const WRITE = `
  INSERT INTO svc.sso_connections (organization_id, id, issuer, client_id, client_secret, scopes, role_claim, roles,
    default_role, enabled, required, break_glass, session_hours, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $13, $14, $14)
  ON CONFLICT (organization_id) DO UPDATE SET
    issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
    scopes = excluded.scopes, role_claim = excluded.role_claim, roles = excluded.roles,
    default_role = excluded.default_role, enabled = excluded.enabled, required = excluded.required,
    break_glass = excluded.break_glass, session_hours = excluded.session_hours, updated_at = excluded.updated_at`;

export async function deleteConnectionRow(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query('DELETE FROM svc.sso_connections WHERE organization_id = $1', [organizationId]);
}
