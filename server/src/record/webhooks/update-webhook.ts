// SPDX-License-Identifier: Apache-2.0
/** Changes an endpoint: its address, its description, and whether anything is sent to it. */
import type { Webhook, WebhookChange } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { checkReachable } from '../../registry/names/index.ts';
import { planChange } from '../../registry/records/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { checkAddress, checkAddressIsFree } from './addresses.ts';
import { lockWebhook, type WebhookRow, webhookOf } from './list-webhooks.ts';
import { webhookChanges } from './plan-webhooks.ts';

/**
 * Unsent deliveries go to the new address. An endpoint that is enabled, or gets another address, no longer counts as
 * failing: its health starts anew.
 * @throws ApiError 400 for an invalid or unreachable address; 404; 409 for an address that another endpoint has
 */
export async function updateWebhook(
  { pool, reach }: { pool: pg.Pool; reach: AddressReach },
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
      isEnabled: change.enabled ?? before.disabled_at === null,
    };
    const changes = changesOf(webhookId, before, after);
    if (changes.length === 0) return { result: webhookOf(before, nowMs), changes };
    if (after.url !== before.url) {
      await checkReachable({ transaction, organizationId }, reach, 'url', after.url);
      await checkAddressIsFree(transaction, organizationId, after.url, webhookId);
    }
    const values = [organizationId, webhookId, after.url, after.description, after.isEnabled, new Date(nowMs)];
    await transaction.query(UPDATE, values);
    return { result: webhookOf(await lockWebhook(transaction, organizationId, webhookId), nowMs), changes };
  });
}

interface Terms {
  url: string;
  description: string | null;
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

/** The entry for address and description; none when neither changed. */
function webhookUpdates(id: string, before: WebhookRow, after: Terms): Change[] {
  const termsOf = ({ url, description }: Pick<Terms, 'url' | 'description'>) => ({ id, url, description, secret: '' });
  return webhookChanges(planChange(termsOf(before), termsOf(after)));
}

/** An endpoint that was already disabled keeps its time and its reason. */
const UPDATE = `
  UPDATE svc.webhook_endpoints w SET
    url = $3, description = $4, updated_at = $6,
    disabled_at = CASE WHEN NOT $5 THEN coalesce(disabled_at, $6) END,
    disabled_reason = CASE WHEN $5 THEN NULL WHEN disabled_at IS NULL THEN 'manual' ELSE disabled_reason END,
    first_called_at = CASE WHEN url = $3 THEN first_called_at END,
    failing_since = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN failing_since END,
    last_failed_at = CASE WHEN url = $3 AND ($5 = (disabled_at IS NULL)) THEN last_failed_at END
  WHERE organization_id = $1 AND id = $2`;
