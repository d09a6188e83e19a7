/** Makes an endpoint. The answer shows its secret, once. */
import type { CreatedWebhook, WebhookCreation } from '@svc/contract';
import type pg from 'pg';
import { uuidv7 } from '../db/index.ts';
import { invalid } from '../errors/index.ts';
import { generateWebhookSecret, webhookSecretFault } from '../provisioning/secrets.ts';
import type { Vault } from '../vault/index.ts';
import { checkAddress, checkAddressIsFree } from './addresses.ts';
import { type Changer, changeEndpoints, SOURCE } from './change.ts';
import { WEBHOOK_COLUMNS, type WebhookRow, webhookOf } from './list-webhooks.ts';
import { secretBinding } from './secrets.ts';

/** @throws ApiError 400 for an invalid address or secret; 409 for an address that another endpoint has */
export async function createWebhook(
  pool: pg.Pool,
  vault: Vault,
  changer: Changer,
  creation: WebhookCreation,
): Promise<CreatedWebhook> {
  const { organizationId } = changer;
  const { description = null, secret = generateWebhookSecret() } = creation;
  const url = checkAddress(creation.url);
  const fault = webhookSecretFault(secret);
  if (fault !== null) throw invalid('secret', fault);
  return await changeEndpoints(pool, changer, async (transaction, nowMs) => {
    await checkAddressIsFree(transaction, organizationId, url, null);
    const id = uuidv7(nowMs);
    const sealed = vault.seal(secret, secretBinding(organizationId, id, 'secret'));
    const values = [organizationId, id, url, description, sealed, new Date(nowMs)];
    const [row] = await transaction.query<WebhookRow>(INSERT, values);
    if (row === undefined) throw new Error('an endpoint was made and is not there');
    return {
      result: { ...webhookOf(row), secret },
      deeds: [{ kind: 'webhook.created', subject: { type: 'webhook', id }, metadata: { source: SOURCE } }],
    };
  });
}

/** Under the lock of the head, where the address was seen to be free. */
const INSERT = `
  INSERT INTO svc.webhook_endpoints (organization_id, id, url, description, secret, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $6)
  RETURNING ${WEBHOOK_COLUMNS}`;
