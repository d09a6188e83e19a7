/** Integrations: other systems, the hosts they live on and the credential that a gateway sends there. */
import { ALLOWED_HOSTS_MAX } from '@svc/contract';
import type { Transaction } from '../../db/index.ts';
import { isHostAmong } from '../../gateways/allowed-hosts.ts';
import type { Credential } from '../../gateways/credential-forms.ts';
import { type Binding, type Vault, VaultError } from '../../vault/index.ts';
import { type Identified, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { hostPattern } from '../reading/addresses.ts';
import { credential } from '../reading/credentials.ts';
import {
  list,
  nullable,
  optional,
  type RecordOf,
  record,
  recordName,
  refined,
  required,
  word,
} from '../reading/index.ts';

/** Only HTTP can be the credential of a gateway route. */
export const INTEGRATION_KINDS = ['HTTP', 'CHAT_WEBHOOK', 'TICKET'] as const;
type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

const integrationFields = {
  name: required(recordName),
  kind: required(word(INTEGRATION_KINDS)),
  allowedHosts: optional(refined(list(hostPattern, ALLOWED_HOSTS_MAX), (hosts) => [...new Set(hosts)])),
  credential: optional(nullable(credential)),
};
export type IntegrationEntry = RecordOf<typeof integrationFields>;

/** A token address that the file gives beside the hosts it must be among. What it leaves out is looked at later. */
export const integrationReader = refined(record(integrationFields), (entry, tell) => {
  const { allowedHosts, credential: given } = entry;
  if (allowedHosts === undefined || !given) return entry;
  const message = tokenUrlRefusal(given.credential, allowedHosts);
  return message === null ? entry : tell(message, given.place.fields.tokenUrl);
});

function tokenUrlRefusal(given: Credential, allowedHosts: readonly string[]): string | null {
  if (given.type !== 'OAUTH2_CLIENT_CREDENTIALS' || isHostAmong(given.tokenUrl, allowedHosts)) return null;
  return 'the host of tokenUrl must be one of allowedHosts';
}

export interface IntegrationValues {
  name: string;
  kind: IntegrationKind;
  allowedHosts: readonly string[];
  credential: Credential | null;
  /** In clear, in memory only; null also when what is stored cannot be opened. */
  secret: string | null;
}

export interface StoredIntegrations {
  byName: Map<string, Identified<IntegrationValues>>;
  /** Secrets as they are stored, by id. */
  sealed: Map<string, string>;
}

/** Every integration of the organization. */
export async function selectIntegrations(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<StoredIntegrations> {
  const rows = await transaction.query<Identified<IntegrationValues>>(SELECT_INTEGRATIONS, [organizationId]);
  const sealed = new Map(rows.flatMap(({ id, secret }) => (secret === null ? [] : [[id, secret] as const])));
  const opened = rows.map((row) => ({
    ...row,
    secret: row.secret === null ? null : openSecret(vault, row.secret, bindingOf(organizationId, row.id)),
  }));
  return { byName: new Map(opened.map((row) => [row.name, row])), sealed };
}

const SELECT_INTEGRATIONS = `
  SELECT id, name, kind, allowed_hosts AS "allowedHosts", credential, secret
  FROM svc.integrations WHERE organization_id = $1`;

function bindingOf(organizationId: string, rowId: string): Binding {
  return { organizationId, table: 'integrations', column: 'secret', rowId };
}

/** A secret whose key is gone counts as another one: the file's takes its place. */
export function openSecret(vault: Vault, sealed: string, binding: Binding): string | null {
  try {
    return vault.openText(sealed, binding);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}

export function planIntegrations(
  entries: readonly IntegrationEntry[],
  stored: StoredIntegrations,
  newId: () => string,
): RecordPlan<IntegrationValues> {
  const plan = planRecords<IntegrationEntry, IntegrationValues>({
    noun: 'integration',
    entries,
    stored: stored.byName,
    keyOf: (entry) => entry.name,
    valuesOf,
    newId,
  });
  plan.faults.push(...entries.flatMap((entry) => faultsOf(entry, stored.byName.get(entry.name))));
  return plan;
}

function valuesOf(entry: IntegrationEntry, current: IntegrationValues | undefined): IntegrationValues {
  const { name, kind } = entry;
  const given = entry.credential === undefined ? current : entry.credential;
  return {
    name,
    kind,
    allowedHosts: entry.allowedHosts ?? current?.allowedHosts ?? [],
    credential: given?.credential ?? null,
    secret: given?.secret ?? null,
  };
}

function faultsOf(entry: IntegrationEntry, current: IntegrationValues | undefined): Fault[] {
  const { position, fields } = entry.place;
  const values = valuesOf(entry, current);
  const faults: Fault[] = [];
  // A route may already send this integration's credential, and only one kind may be sent.
  if (current !== undefined && current.kind !== entry.kind) {
    const message = `the stored integration of this name is ${current.kind}; its kind never changes`;
    faults.push({ position: fields.kind ?? position, message });
  }
  const message = values.credential === null ? null : tokenUrlRefusal(values.credential, values.allowedHosts);
  if (message !== null) faults.push({ position: fields.credential ?? fields.allowedHosts ?? position, message });
  return faults;
}

/** Makes or changes integrations, by id. A secret is sealed again only when it changed. */
export async function writeIntegrations(
  transaction: Transaction,
  organizationId: string,
  plan: RecordPlan<IntegrationValues>,
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
    allowed_hosts = excluded.allowed_hosts, credential = excluded.credential, secret = excluded.secret,
    updated_at = excluded.updated_at`;
