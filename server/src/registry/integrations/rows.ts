/** The rows of integrations, with their secrets sealed. Writers hold the head's lock. */
import type { Transaction } from '../../db/index.ts';
import { type Binding, openTextOrNull, type Vault } from '../../vault/index.ts';
import type { Identified, RecordPlan } from '../records/index.ts';
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
  SELECT id, name, kind, allowed_hosts AS "allowedHosts", credential, secret
  FROM svc.integrations WHERE organization_id = $1`;

function bindingOf(organizationId: string, rowId: string): Binding {
  return { organizationId, table: 'integrations', column: 'secret', rowId };
}

/** Makes or changes integrations, by id. A secret is sealed again only when it changed. */
export async function writeIntegrations(
  transaction: Transaction,
  organizationId: string,
  plan: Pick<RecordPlan<IntegrationValues>, 'creates' | 'updates'>,
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
  INSERT INTO svc.integrations (organization_id, id, name, kind, allowed_hosts, credential, secret, created_at,
    updated_at)
  SELECT $1, d.id, d.name, d.kind, ARRAY(SELECT json_array_elements_text(d."allowedHosts")),
    NULLIF(d.credential, 'null'::jsonb), d.secret, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, kind text, "allowedHosts" json, credential jsonb, secret text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, allowed_hosts = excluded.allowed_hosts, credential = excluded.credential,
    secret = excluded.secret, updated_at = excluded.updated_at`;

export async function removeIntegration(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<void> {
  await transaction.query(DELETE_INTEGRATION, [organizationId, integrationId]);
}

const DELETE_INTEGRATION = `DELETE FROM svc.integrations WHERE organization_id = $1 AND id = $2`;

/** The routes that refer to an integration, in words for a person. */
export async function selectRoutesOfIntegration(
  transaction: Transaction,
  organizationId: string,
  integrationId: string,
): Promise<string[]> {
  const rows = await transaction.query<{ user: string }>(SELECT_ROUTES, [organizationId, integrationId]);
  return rows.map((row) => row.user);
}

const SELECT_ROUTES = `
  SELECT 'the HTTP route ' || name AS "user" FROM svc.http_routes WHERE organization_id = $1 AND integration_id = $2`;
