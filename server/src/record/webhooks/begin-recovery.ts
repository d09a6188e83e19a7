// SPDX-License-Identifier: Apache-2.0
/** Starts a recovery, which sends the failed deliveries of a range of time again. */

import type { WebhookRecovery } from '@svc/contract';
import type pg from 'pg';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { uuidv7 } from '../../storage/db/index.ts';
import { ofEndpoint, tellWithCommit } from '../../storage/news/index.ts';
import { checkEnabled, readEndpoint } from './endpoint.ts';

export interface TimeRange {
  /** Deliveries that were made at or after this moment, and before `toMs`. */
  fromMs: number;
  toMs: number;
}

/**
 * However many there are, only the range is stored, and workers put the deliveries back batch by batch.
 * @param rangeOf called once the webhook is found; it may refuse
 * @throws ApiError 404 without such a webhook, 409 when it is disabled or a recovery is under way
 */
export async function beginRecovery(
  pool: pg.Pool,
  changer: Changer,
  webhookId: string,
  rangeOf: () => TimeRange,
): Promise<WebhookRecovery> {
  const { organizationId } = changer;
  return await actAsAdmin(pool, changer, async (transaction, nowMs) => {
    const endpoint = await readEndpoint(transaction, organizationId, webhookId);
    const { fromMs, toMs } = rangeOf();
    checkEnabled(endpoint);
    const unfinished = await transaction.query(SELECT_UNFINISHED, [organizationId, webhookId]);
    if (unfinished.length > 0) throw new ApiError('conflict', { message: 'A recovery of this webhook is under way.' });
    const id = uuidv7(nowMs);
    const times = [new Date(fromMs), new Date(toMs), new Date(nowMs)];
    await transaction.query(INSERT, [id, organizationId, webhookId, ...times, firstIdOf(fromMs)]);
    await tellWithCommit(transaction, ofEndpoint(webhookId));
    const [from = '', to = '', createdAt = ''] = times.map((time) => time.toISOString());
    return {
      result: { id, from, to, createdAt, finishedAt: null, recovered: 0 },
      changes: [
        {
          kind: 'webhook.recovered',
          subject: { type: 'webhook', id: webhookId },
          metadata: { from, recoveryId: id, to },
        },
      ],
    };
  });
}

const SELECT_UNFINISHED = `
  SELECT 1 FROM svc.webhook_recoveries WHERE organization_id = $1 AND endpoint_id = $2 AND finished_at IS NULL LIMIT 1`;

const INSERT = `
  INSERT INTO svc.webhook_recoveries (id, organization_id, endpoint_id, from_at, to_at, created_at, after_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** An id before all those made at this moment or later, because ids follow time. */
function firstIdOf(atMs: number): string {
  const hex = Math.max(0, Math.trunc(atMs)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
