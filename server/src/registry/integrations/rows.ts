// SPDX-License-Identifier: Apache-2.0
/** The rows of integrations, with their secrets sealed. Writers hold the head's lock. */
import type { Referrer, Role } from '@svc/contract';
import { type Binding, openTextOrNull, type Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { endLinksOfChats } from '../chat-links/index.ts';
import type { Identified, RecordWrites } from '../records/index.ts';
import type { IntegrationValues } from './plan-integrations.ts';
import { secretsThatDiffer } from './settings-of-kinds.ts';

export interface StoredIntegrations {
  byName: Map<string, Identified<IntegrationValues>>;
  /** Secrets as they are stored, by id. */
  sealed: Map<string, string>;
}

/** Every integration of the organization. A secret whose key is gone counts as different: a given one replaces it. */
export async function selectIntegrations(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<StoredIntegrations> {
  const rows = await transaction.query<Identified<IntegrationValues>>(SELECT_INTEGRATIONS, [organizationId]);
  const sealed = new Map(rows.flatMap(({ id, secret }) => (secret === null ? [] : [[id, secret] as const])));
  const opened = rows.map((row) => ({
    ...row,
    secret: row.secret === null ? null : openTextOrNull(vault, row.secret, bindingOf(organizationId, row.id)),
  }));
  return { byName: new Map(opened.map((row) => [row.name, row])), sealed };
}

const SELECT_INTEGRATIONS = `
  SELECT id, name, kind, allowed_hosts AS "allowedHosts", credential, settings, secret
  FROM svc.integrations WHERE organization_id = $1`;

/** One of them, or undefined. */
export async function selectIntegration(
  transaction: Transaction,
  organizationId: string,
  id: string,
  vault: Vault,
): Promise<Identified<IntegrationValues> | undefined> {
  const [row] = await transaction.query<Identified<IntegrationValues>>(SELECT_INTEGRATION, [organizationId, id]);
  if (row === undefined || row.secret === null) return row;
  return { ...row, secret: openTextOrNull(vault, row.secret, bindingOf(organizationId, id)) };
}

const SELECT_INTEGRATION = `${SELECT_INTEGRATIONS} AND id = $2`;

function bindingOf(organizationId: string, rowId: string): Binding {
  return { organizationId, table: 'integrations', column: 'secret', rowId };
}

/** The person who gives secrets, in the role of that moment. */
export interface SecretGiver {
  /** Null for the operator's file, which counts as an owner's. */
  accountId: string | null;
  role: Role;
}

export const BY_OPERATOR: SecretGiver = { accountId: null, role: 'OWNER' };

interface Sealing {
  vault: Vault;
  sealed: ReadonlyMap<string, string>;
  giver: SecretGiver;
}

/** Makes or changes integrations, by id. A secret is sealed again only when it changed. */
export async function writeIntegrations(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<IntegrationValues>,
  sealing: Sealing,
  atMs: number,
): Promise<void> {
  const seal = (id: string, secret: string | null) =>
    secret === null ? null : sealing.vault.seal(secret, bindingOf(organizationId, id));
  const { accountId: givenBy, role: givenRole } = sealing.giver;
  const rows = [
    ...plan.creates.map((made) => ({ ...made, givenBy, givenRole, secret: seal(made.id, made.secret) })),
    ...plan.updates.map(({ before, record: { secret, ...rest }, changedFields }) => {
      const isNew = changedFields.includes('secret');
      const written = { ...rest, secret: isNew ? seal(rest.id, secret) : (sealing.sealed.get(rest.id) ?? null) };
      // Another bot is signed for elsewhere, whatever its secret.
      const differs = secretsThatDiffer(before, { ...rest, secret });
      if (!isNew && differs === null) return written;
      // Who gave the signing secret can still sign: another token alone takes that from no one.
      const raises = givenRole === 'OWNER' && differs === 'TOKEN';
      return raises ? written : { ...written, givenBy, givenRole };
    }),
  ];
  if (rows.length === 0) return;
  await transaction.query(WRITE_INTEGRATIONS, [organizationId, new Date(atMs), JSON.stringify(rows)]);
}

const WRITE_INTEGRATIONS = `
  INSERT INTO svc.integrations AS i (organization_id, id, name, kind, allowed_hosts, credential, settings, secret,
    secret_given_by, secret_given_role, created_at, updated_at)
  SELECT $1, d.id, d.name, d.kind, ARRAY(SELECT json_array_elements_text(d."allowedHosts")),
    NULLIF(d.credential, 'null'::jsonb), NULLIF(d.settings, 'null'::jsonb), d.secret, d."givenBy", d."givenRole", $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, kind text, "allowedHosts" json, credential jsonb, settings jsonb,
    secret text, "givenBy" uuid, "givenRole" text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, allowed_hosts = excluded.allowed_hosts, credential = excluded.credential,
    settings = excluded.settings, secret = excluded.secret,
    secret_given_by =
      CASE WHEN excluded.secret_given_role IS NULL THEN i.secret_given_by ELSE excluded.secret_given_by END,
    secret_given_role = COALESCE(excluded.secret_given_role, i.secret_given_role),
    updated_at = GREATEST(excluded.updated_at, svc.next_ms(i.updated_at))`;

/**
 * The role that answers in a chat count for at most: that of the person who gave its secrets. An owner who is one no
 * longer counts as an admin, and so does an unknown person. @returns null for an integration that is gone
 */
export async function selectSecretRole(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<Role | null> {
  const [row] = await transaction.query<{ role: Role }>(SELECT_SECRET_ROLE, [organizationId, integrationId]);
  return row?.role ?? null;
}

const SELECT_SECRET_ROLE = `
  SELECT CASE WHEN i.secret_given_role = 'OWNER' AND (i.secret_given_by IS NULL OR m.role = 'OWNER')
    THEN 'OWNER' ELSE 'ADMIN' END AS role
  FROM svc.integrations i
    LEFT JOIN svc.memberships m ON m.organization_id = i.organization_id AND m.account_id = i.secret_given_by
  WHERE i.organization_id = $1 AND i.id = $2`;

/** A chat with new secrets knows no person any more. @returns the audit entries of links that ended */
export async function endLinksOfNewSecrets(
  transaction: Transaction,
  organizationId: string,
  { updates }: RecordWrites<IntegrationValues>,
): Promise<Change[]> {
  const changed = updates.filter(({ before, record }) => secretsThatDiffer(before, record) !== null);
  const ids = changed.map(({ record }) => record.id);
  return await endLinksOfChats(transaction, organizationId, ids);
}

export async function removeIntegration(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<void> {
  for (const statement of REMOVE) await transaction.query(statement, [organizationId, integrationId]);
}

/** Chats lie with people and workers, elsewhere than integrations: no key refers from there. */
const REMOVE = [
  ...['chat_links', 'chat_link_requests', 'chat_outbox'].map(
    (table) => `DELETE FROM svc.${table} WHERE organization_id = $1 AND integration_id = $2`,
  ),
  `UPDATE svc.notice_settings SET chat_integration_id = NULLIF(chat_integration_id, $2::uuid),
    ticket_integration_id = NULLIF(ticket_integration_id, $2::uuid),
    escalate_chat_id = NULLIF(escalate_chat_id, $2::uuid),
    escalate_incident_id = NULLIF(escalate_incident_id, $2::uuid)
  WHERE organization_id = $1`,
  'DELETE FROM svc.integrations WHERE organization_id = $1 AND id = $2',
];

/** The routes that refer to an integration. */
export async function selectRoutesOfIntegration(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<Referrer[]> {
  return await transaction.query<Referrer>(SELECT_ROUTES, [organizationId, integrationId]);
}

const SELECT_ROUTES = `
  SELECT 'http_route' AS type, id, name FROM svc.http_routes
  WHERE organization_id = $1 AND integration_id = $2 ORDER BY name`;
