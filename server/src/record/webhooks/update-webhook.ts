// SPDX-License-Identifier: Apache-2.0
/** Changes an endpoint: its address, its description, its format, and whether anything is sent to it. */
import type { Webhook, WebhookChange, WebhookFormat } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { checkReachable } from '../../registry/names/index.ts';
import { planChange } from '../../registry/records/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { checkAddress, checkAddressIsFree } from './addresses.ts';
import { lockWebhook, type WebhookRow, webhookOf } from './list-webhooks.ts';
import { webhookChanges } from './plan-webhooks.ts';
import { formatFault } from './secret-form.ts';
import { openSecret, type SecretColumn, signingSecret } from './secrets.ts';

/**
 * Unsent deliveries go to the new address. An endpoint that is enabled, or gets another address, no longer counts as
 * failing: its health starts anew.
 * @throws ApiError 400 for an invalid or unreachable address; 404; 409 for an address that another endpoint has
 */
export async function updateWebhook(
  { pool, vault, reach }: { pool: pg.Pool; vault: Vault; reach: AddressReach },
  changer: Changer,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { organizationId } = changer;
  const url = change.url === undefined ? undefined : checkAddress(change.url);
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const before = await lockWebhook(transaction, organizationId, webhookId);
    const after = {
      url: url ?? before.url,
      description: change.description === undefined ? before.description : change.description,
      format: change.format ?? before.format,
      isEnabled: change.enabled ?? before.disabled_at === null,
    };
    const changes = changesOf(webhookId, before, after);
    if (changes.length === 0) return { result: webhookOf(before, nowMs), changes };
    if (after.format !== before.format)
      await checkFormat({ transaction, vault }, organizationId, webhookId, after.format);
    if (after.url !== before.url) {
      await checkReachable({ transaction, organizationId }, reach, 'url', after.url);
      await checkAddressIsFree(transaction, organizationId, after.url, webhookId);
    }
    const { url: to, description, isEnabled, format } = after;
    const values = [organizationId, webhookId, to, description, isEnabled, new Date(nowMs), format];
    await transaction.query(UPDATE, values);
    return { result: webhookOf(await lockWebhook(transaction, organizationId, webhookId), nowMs), changes };
  });
}

interface Terms {
  url: string;
  description: string | null;
  format: WebhookFormat;
  isEnabled: boolean;
}

function changesOf(id: string, before: WebhookRow, after: Terms): Change[] {
  const subject = { type: 'webhook', id } as const;
  const wasEnabled = before.disabled_at === null;
  const change = (kind: string, metadata: JsonObject = {}) => ({ kind, subject, metadata });
  return [
    ...webhookUpdates(id, before, after),
    ...(!wasEnabled && after.isEnabled ? [change('webhook.enabled')] : []),
    ...(wasEnabled && !after.isEnabled ? [change('webhook.disabled', { reason: 'manual' })] : []),
  ];
}

/** The entry for address, description and format; none when none of them changed. */
function webhookUpdates(id: string, before: WebhookRow, after: Terms): Change[] {
  const termsOf = ({ url, description, format }: Omit<Terms, 'isEnabled'>) => {
    return { id, url, description, format, secret: '' };
  };
  return webhookChanges(planChange(termsOf(before), termsOf(after)));
}

/**
 * The secret that signs now has to fit the format. The next one was made by the service, and an old one fails its
 * attempts with a sentence.
 * @throws ApiError 400
 */
async function checkFormat(
  { transaction, vault }: { transaction: Transaction; vault: Vault },
  organizationId: string,
  endpointId: string,
  format: WebhookFormat,
): Promise<void> {
  const values = [organizationId, endpointId, transaction.clock.now()];
  const rows = await transaction.query<SigningRow>(SELECT_SIGNING, values);
  for (const { secret_column: column, sealed_secret: sealed } of rows) {
    const secret = openSecret(vault, { organizationId, endpointId, column, sealed });
    const fault = formatFault(format, secret ?? '');
    if (fault !== null) throw invalid('format', fault);
  }
}

interface SigningRow {
  [column: string]: unknown;
  secret_column: SecretColumn;
  sealed_secret: string;
}

const SELECT_SIGNING = `
  SELECT ${signingSecret('$3')} FROM svc.webhook_endpoints e WHERE e.organization_id = $1 AND e.id = $2`;

/** An endpoint that was already disabled keeps its time and its reason. */
const UPDATE = `
  UPDATE svc.webhook_endpoints w SET
    url = $3, description = $4, format = $7, updated_at = $6,
    disabled_at = CASE WHEN NOT $5 THEN coalesce(disabled_at, $6) END,
    disabled_reason = CASE WHEN $5 THEN NULL WHEN disabled_at IS NULL THEN 'manual' ELSE disabled_reason END,
    first_called_at = CASE WHEN url = $3 THEN first_called_at END,
    failing_since = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN failing_since END,
    last_failed_at = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN last_failed_at END
  WHERE organization_id = $1 AND id = $2`;
