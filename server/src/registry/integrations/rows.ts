/** The rows of integrations, with their secrets sealed. Writers hold the head's lock. */
import type { Referrer } from '@svc/contract';
import type { Transaction } from '../../db/index.ts';
import { type Binding, openTextOrNull, type Vault } from '../../vault/index.ts';
import type { Identified, RecordWrites } from '../records/index.ts';
import type { IntegrationValues } from './plan-integrations.ts';

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

/** Makes or changes integrations, by id. A secret is sealed again only when it changed. */
export async function writeIntegrations(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<IntegrationValues>,
  sealing: { vault: Vault; sealed: ReadonlyMap<string, string> },
  atMs: number,
): Promise<void> {
  const seal = (id: string, secret: string | null) =>
    secret === null ? null : sealing.vault.seal(secret, bindingOf(organizationId, id));
  const rows = [
    ...plan.creates.map((made) => ({ ...made, secret: seal(made.id, made.secret) })),
    ...plan.updates.map(({ record: { secret, ...rest }, changedFields }) => {
      const kept = sealing.sealed.get(rest.id) ?? null;
      return { ...rest, secret: changedFields.includes('secret') ? seal(rest.id, secret) : kept };
    }),
  ];
  if (rows.length === 0) return;
  await transaction.query(WRITE_INTEGRATIONS, [organizationId, new Date(atMs), JSON.stringify(rows)]);
}

const WRITE_INTEGRATIONS = `
  INSERT INTO svc.integrations AS i (organization_id, id, name, kind, allowed_hosts, credential, settings, secret,
    created_at, updated_at)
  SELECT $1, d.id, d.name, d.kind, ARRAY(SELECT json_array_elements_text(d."allowedHosts")),
    NULLIF(d.credential, 'null'::jsonb), NULLIF(d.settings, 'null'::jsonb), d.secret, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, kind text, "allowedHosts" json, credential jsonb, settings jsonb,
    secret text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, allowed_hosts = excluded.allowed_hosts, credential = excluded.credential,
    settings = excluded.settings, secret = excluded.secret,
    updated_at = GREATEST(excluded.updated_at, i.updated_at + interval '1 ms')`;

export async function removeIntegration(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<void> {
  await transaction.query(DELETE_INTEGRATION, [organizationId, integrationId]);
}

const DELETE_INTEGRATION = `DELETE FROM svc.integrations WHERE organization_id = $1 AND id = $2`;

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
