// SPDX-License-Identifier: Apache-2.0
/** Makes an endpoint. The answer shows its secret, once. */

import type { CreatedWebhook, WebhookCreation } from '@svc/contract';
import type pg from 'pg';
import type { AddressReach } from '../../outgoing/egress/index.ts';
import { type Changer, changeAsAdmin } from '../../people/memberships/index.ts';
import { invalid } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { checkReachable } from '../../registry/names/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import { checkAddress, checkAddressIsFree } from './addresses.ts';
import { writeWebhooks } from './endpoint-rows.ts';
import { lockWebhook, webhookOf } from './list-webhooks.ts';
import { planWebhooks, webhookChanges } from './plan-webhooks.ts';
import { formatFault, webhookSecretFault } from './secret-form.ts';

/**
 * @throws ApiError 400 for an invalid or unreachable address, and for an invalid secret; 409 for an address that
 *   another endpoint has; 403 for more than the plan allows
 */
export async function createWebhook(
  { pool, vault, reach }: { pool: pg.Pool; vault: Vault; reach: AddressReach },
  changer: Changer,
  creation: WebhookCreation,
): Promise<CreatedWebhook> {
  const { organizationId } = changer;
  const { description = null, format, secret } = creation;
  const url = checkAddress(creation.url);
  const fault = secret === undefined ? null : webhookSecretFault(secret);
  if (fault !== null) throw invalid('secret', fault);
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    await checkReachable({ transaction, organizationId }, reach, 'url', url);
    await checkAddressIsFree(transaction, organizationId, url, null);
    const plan = planWebhooks([{ url, description, format, secret }], new Map(), () => uuidv7(nowMs));
    const [made] = plan.creates;
    if (made === undefined) throw new Error('an endpoint with a free address was not planned');
    const unfit = formatFault(made.format, made.secret);
    if (unfit !== null) throw invalid('format', unfit);
    await writeWebhooks(transaction, organizationId, plan, { vault, sealed: new Map() }, nowMs);
    const row = await lockWebhook(transaction, organizationId, made.id);
    return { result: { ...webhookOf(row, nowMs), secret: made.secret }, changes: webhookChanges(plan) };
  });
}
