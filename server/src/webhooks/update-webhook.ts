/** Changes an endpoint: its address, what people call it, and whether anything is sent to it. */
import type { Webhook, WebhookChange } from '@svc/contract';
import type pg from 'pg';
import type { Transaction } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';
import { checkAddress, checkAddressIsFree } from './addresses.ts';
import { type Changer, changeEndpoints, type Deed, SOURCE } from './change.ts';
import { WEBHOOK_COLUMNS, type WebhookRow, webhookOf } from './list-webhooks.ts';

/**
 * What has not been sent goes to the new address. An endpoint that is enabled, or gets another address, is no longer
 * one that fails: how it fares is counted from then on.
 * @throws ApiError 400 for an address that is none; 404; 409 for an address that another endpoint has
 */
export async function updateWebhook(
  pool: pg.Pool,
  changer: Changer,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { organizationId } = changer;
  const url = change.url === undefined ? undefined : checkAddress(change.url);
  return await changeEndpoints(pool, changer, async (transaction, nowMs) => {
    const before = await selectWebhook(transaction, organizationId, webhookId);
    const after = {
      url: url ?? before.url,
      description: change.description === undefined ? before.description : change.description,
      isEnabled: change.enabled ?? before.disabled_at === null,
    };
    const deeds = deedsOf(webhookId, before, after);
    if (deeds.length === 0) return { result: webhookOf(before), deeds };
    if (after.url !== before.url) await checkAddressIsFree(transaction, organizationId, after.url, webhookId);
    const values = [organizationId, webhookId, after.url, after.description, after.isEnabled, new Date(nowMs)];
    const [row] = await transaction.query<WebhookRow>(UPDATE, values);
    if (row === undefined) throw new Error('an endpoint went away under the lock of its organization');
    return { result: webhookOf(row), deeds };
  });
}

/** The row is locked: a worker that writes down how the endpoint fares, or disables it, comes before or after. */
async function selectWebhook(transaction: Transaction, organizationId: string, webhookId: string): Promise<WebhookRow> {
  const [row] = await transaction.query<WebhookRow>(SELECT, [organizationId, webhookId]);
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such webhook.' });
  return row;
}

const SELECT = `
  SELECT ${WEBHOOK_COLUMNS} FROM svc.webhook_endpoints WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`;

interface Terms {
  url: string;
  description: string | null;
  isEnabled: boolean;
}

function deedsOf(id: string, before: WebhookRow, after: Terms): Deed[] {
  const subject = { type: 'webhook', id } as const;
  const changedFields = (['url', 'description'] as const).filter((field) => before[field] !== after[field]);
  const wasEnabled = before.disabled_at === null;
  return [
    ...(changedFields.length === 0
      ? []
      : [{ kind: 'webhook.updated', subject, metadata: { changedFields, source: SOURCE } }]),
    ...(!wasEnabled && after.isEnabled ? [{ kind: 'webhook.enabled', subject, metadata: {} }] : []),
    ...(wasEnabled && !after.isEnabled ? [{ kind: 'webhook.disabled', subject, metadata: { reason: 'manual' } }] : []),
  ];
}

/** One that was disabled before stays so since then, and for the reason of then. */
const UPDATE = `
  UPDATE svc.webhook_endpoints SET
    url = $3, description = $4, updated_at = $6,
    disabled_at = CASE WHEN NOT $5 THEN coalesce(disabled_at, $6) END,
    disabled_reason = CASE WHEN $5 THEN NULL WHEN disabled_at IS NULL THEN 'manual' ELSE disabled_reason END,
    failing_since = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN failing_since END,
    last_failed_at = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN last_failed_at END
  WHERE organization_id = $1 AND id = $2
  RETURNING ${WEBHOOK_COLUMNS}`;
