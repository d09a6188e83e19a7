// SPDX-License-Identifier: Apache-2.0
/** The rows of registered endpoints. Writers hold the lock of the organization's head. */

import type { Vault } from '../../platform/vault/index.ts';
import type { Identified, RecordWrites } from '../../registry/records/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { type WebhookValues, webhookKeyOf } from './plan-webhooks.ts';
import { openSecret, secretBinding } from './secrets.ts';

export interface StoredWebhooks {
  /** Indexed by `webhookKeyOf`. */
  byUrl: Map<string, Identified<WebhookValues>>;
  /** Secrets as they are stored, by id. */
  sealed: Map<string, string>;
}

/** Every endpoint of the organization, disabled ones too: a file does not enable an endpoint again. */
export async function selectWebhooks(
  transaction: Transaction,
  organizationId: string,
  vault: Vault,
): Promise<StoredWebhooks> {
  const rows = await transaction.query<Identified<WebhookValues>>(SELECT_WEBHOOKS, [organizationId]);
  const opened = rows.map((row) => {
    const sealed = { organizationId, endpointId: row.id, column: 'secret', sealed: row.secret } as const;
    return { ...row, secret: openSecret(vault, sealed) ?? '' };
  });
  return {
    byUrl: new Map(opened.map((row) => [webhookKeyOf(row.url), row])),
    sealed: new Map(rows.map((row) => [row.id, row.secret])),
  };
}

const SELECT_WEBHOOKS = `
  SELECT id, url, description, format, secret FROM svc.webhook_endpoints WHERE organization_id = $1`;

/** Makes or changes endpoints, by id. A secret is sealed again only when it changed; a changed one signs at once. */
export async function writeWebhooks(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<WebhookValues>,
  sealing: { vault: Vault; sealed: ReadonlyMap<string, string> },
  atMs: number,
): Promise<void> {
  const seal = (id: string, secret: string) => sealing.vault.seal(secret, secretBinding(organizationId, id, 'secret'));
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

/** A changed secret ends rotations; a repeated one does not undo them. */
const WRITE_WEBHOOKS = `
  INSERT INTO svc.webhook_endpoints AS w
    (organization_id, id, url, description, format, secret, created_at, updated_at)
  SELECT $1, d.id, d.url, d.description, d.format, d.secret, $2, $2
  FROM json_to_recordset($3) AS d (id uuid, url text, description text, format text, secret text)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    description = excluded.description, format = excluded.format, secret = excluded.secret,
    updated_at = excluded.updated_at,
    rotated_secret = CASE WHEN w.secret = excluded.secret THEN w.rotated_secret END,
    next_secret = CASE WHEN w.secret = excluded.secret THEN w.next_secret END,
    next_secret_at = CASE WHEN w.secret = excluded.secret THEN w.next_secret_at END`;
