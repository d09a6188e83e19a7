// SPDX-License-Identifier: Apache-2.0
/** The addresses of an organization's endpoints. Each address identifies one endpoint. */

import { readWebAddress } from '../../outgoing/egress/index.ts';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { checkWebhookCount, selectPlan } from '../../registry/plans/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { webhookKeyOf } from './plan-webhooks.ts';

/** @returns its normal form, in which it is stored @throws ApiError 400 */
export function checkAddress(url: string): string {
  const { href, fault } = readWebAddress(url);
  if (href === undefined) throw invalid('url', fault);
  return href;
}

/**
 * Runs under the lock of the organization's head, so that of two equal addresses one is first.
 * @param ownId id of the endpoint that is to have it; null for a new one
 * @throws ApiError 409 when another endpoint has it, 403 when there are as many endpoints as the plan allows
 */
export async function checkAddressIsFree(
  transaction: Transaction,
  organizationId: string,
  url: string,
  ownId: string | null,
): Promise<void> {
  const rows = await transaction.query<{ id: string; url: string }>(SELECT_ADDRESSES, [organizationId]);
  const key = webhookKeyOf(url);
  if (rows.some((row) => row.id !== ownId && webhookKeyOf(row.url) === key)) {
    throw new ApiError('conflict', { message: 'There is a webhook with this address already.' });
  }
  if (ownId !== null) return;
  const { plan } = await selectPlan(transaction, organizationId);
  checkWebhookCount(plan, rows.length);
}

const SELECT_ADDRESSES = `SELECT id, url FROM svc.webhook_endpoints WHERE organization_id = $1`;
