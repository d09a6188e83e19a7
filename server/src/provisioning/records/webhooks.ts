/** Webhook endpoints: where deliveries go. An endpoint is known by its address. */
import {
  DESCRIPTION_CHARACTERS_MAX,
  WEBHOOK_SECRET_CHARACTERS_MAX,
  WEBHOOKS_PER_ORGANIZATION_MAX,
} from '@svc/contract/limits';
import type { Transaction } from '../../db/index.ts';
import type { Binding, Vault } from '../../vault/index.ts';
import { type Identified, kept, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { webAddress } from '../reading/addresses.ts';
import { nullable, optional, type Reader, type RecordOf, refined, required, text } from '../reading/index.ts';
import { generateWebhookSecret, webhookSecretFault } from '../secrets.ts';
import { openSecret } from './integrations.ts';

const webhookSecret: Reader<string> = refined(text(WEBHOOK_SECRET_CHARACTERS_MAX), (value, tell, label) => {
  const fault = webhookSecretFault(value);
  return fault === null ? value : tell(`${label} ${fault}`);
});

export const webhookFields = {
  url: required(webAddress),
  secret: optional(webhookSecret),
  description: optional(nullable(text(DESCRIPTION_CHARACTERS_MAX))),
};
export type WebhookEntry = RecordOf<typeof webhookFields>;

/** What makes two spellings of an address the same endpoint. */
export function webhookKeyOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

interface WebhookValues {
  url: string;
  description: string | null;
  /** In clear, in memory only; empty when what is stored cannot be opened. */
  secret: string;
}

export interface StoredWebhooks {
  byUrl: Map<string, Identified<WebhookValues>>;
  /** Secrets as they are stored, by id. */
  sealed: Map<string, string>;
}

/** Every endpoint of the organization, disabled ones too: a file does not switch an endpoint on again. */
export async function selectWebhooks(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<StoredWebhooks> {
  const rows = await transaction.query<Identified<WebhookValues>>(SELECT_WEBHOOKS, [organizationId]);
  const opened = rows.map((row) => ({
    ...row,
    secret: openSecret(vault, row.secret, bindingOf(organizationId, row.id)) ?? '',
  }));
  return {
    byUrl: new Map(opened.map((row) => [webhookKeyOf(row.url), row])),
    sealed: new Map(rows.map((row) => [row.id, row.secret])),
  };
}

const SELECT_WEBHOOKS = `SELECT id, url, description, secret FROM svc.webhook_endpoints WHERE organization_id = $1`;

function bindingOf(organizationId: string, rowId: string): Binding {
  return { organizationId, table: 'webhook_endpoints', column: 'secret', rowId };
}

export interface WebhookPlan extends RecordPlan<WebhookValues> {
  /** Secrets that the file left out, in clear: for the report alone. */
  generated: { url: string; secret: string }[];
}

export function planWebhooks(
  entries: readonly WebhookEntry[],
  stored: StoredWebhooks,
  newId: () => string,
): WebhookPlan {
  const generated: WebhookPlan['generated'] = [];
  const secretFor = (url: string): string => {
    const secret = generateWebhookSecret();
    generated.push({ url, secret });
    return secret;
  };
  const plan = planRecords<WebhookEntry, WebhookValues>({
    noun: 'webhook',
    entries,
    stored: stored.byUrl,
    keyOf: (entry) => webhookKeyOf(entry.url),
    valuesOf: (entry, current) => ({
      url: current?.url ?? entry.url,
      description: kept(entry.description, current?.description, (description) => description),
      secret: entry.secret ?? current?.secret ?? secretFor(entry.url),
    }),
    newId,
  });
  return { ...plan, faults: [...plan.faults, ...countFaults(entries, stored)], generated };
}

/** At the first one that is too many. */
function countFaults(entries: readonly WebhookEntry[], { byUrl }: StoredWebhooks): Fault[] {
  const made = entries.filter((entry) => !byUrl.has(webhookKeyOf(entry.url)));
  const [excess] = made.slice(Math.max(0, WEBHOOKS_PER_ORGANIZATION_MAX - byUrl.size));
  if (excess === undefined) return [];
  const message = `an organization has at most ${WEBHOOKS_PER_ORGANIZATION_MAX} webhooks`;
  return [{ position: excess.place.position, message }];
}

/** Makes or changes endpoints, by id. A secret is sealed again only when it changed; a changed one signs at once. */
export async function writeWebhooks(
  transaction: Transaction,
  organizationId: string,
  plan: WebhookPlan,
  sealing: { vault: Vault; sealed: ReadonlyMap<string, string> },
  atMs: number,
): Promise<void> {
  const seal = (id: string, secret: string) => sealing.vault.seal(secret, bindingOf(organizationId, id));
  const rows = [
    ...plan.creates.map((made) => ({ ...made, secret: seal(made.id, made.secret) })),
    ...plan.updates.map(({ record: { secret, ...rest }, changedFields }) => {
      const kept = changedFields.includes('secret') ? undefined : sealing.sealed.get(rest.id);
      return { ...rest, secret: kept ?? seal(rest.id, secret) };
    }),
  ];
  if (rows.length === 0) return;
  await transaction.query(WRITE_WEBHOOKS, [organizationId, new Date(atMs), JSON.stringify(rows)]);
}

/** A secret that the file changes ends rotations; one that it repeats does not undo them. */
const WRITE_WEBHOOKS = `
  INSERT INTO svc.webhook_endpoints AS w (organization_id, id, url, description, secret, created_at, updated_at)
  SELECT $1, d.id, d.url, d.description, d.secret, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, url text, description text, secret text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    description = excluded.description, secret = excluded.secret, updated_at = excluded.updated_at,
    rotated_secret = CASE WHEN w.secret = excluded.secret THEN w.rotated_secret END,
    next_secret = CASE WHEN w.secret = excluded.secret THEN w.next_secret END,
    next_secret_at = CASE WHEN w.secret = excluded.secret THEN w.next_secret_at END`;
