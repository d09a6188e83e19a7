// SPDX-License-Identifier: Apache-2.0
/** Disables endpoints that are gone or have failed for too long, and tells the audit chain and the owners. */

import type { WebhookDisabledReason } from '@svc/contract';
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { changeOrganization } from '../../storage/heads/index.ts';
import type { Claim } from './claim.ts';
import { type Endpoint, failedForLong, failedForLongTimes } from './health.ts';

/** The service's own reasons for it. */
type Reason = Exclude<WebhookDisabledReason, 'manual'>;

const ACTOR = { type: 'system', id: 'webhook-delivery' } as const;

/** Endpoints that answered that they are gone, and those that have failed for too long. */
export async function disableEndpoints(
  pool: pg.Pool,
  {
    gone,
    failing,
  }: { gone: readonly Pick<Claim, 'organizationId' | 'endpointId' | 'url'>[]; failing: readonly Endpoint[] },
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs);
  for (const claim of gone) await disable(pool, claim, 'gone', [at, claim.url]);
  for (const endpoint of failing) await disable(pool, endpoint, 'failing', [at, ...failedForLongTimes(nowMs)]);
}

/** Under the head's lock: later decisions know of it, and of two processes one writes the entry. */
async function disable(
  pool: pg.Pool,
  { organizationId, endpointId }: Endpoint,
  reason: Reason,
  [at, ...values]: [Date, ...unknown[]],
): Promise<void> {
  await changeOrganization(pool, organizationId, async (transaction) => {
    const disabled = await transaction.query(DISABLE[reason], [organizationId, endpointId, at, ...values]);
    if (disabled.length === 0) return { result: undefined, entries: [] };
    await enqueueMail(transaction, { kind: 'webhook.disabled', organizationId, subjectId: endpointId });
    const entry = {
      organizationId,
      at: at.toISOString(),
      kind: 'webhook.disabled',
      actor: ACTOR,
      subject: { type: 'webhook', id: endpointId },
      metadata: { reason },
    };
    return { result: undefined, entries: [entry] };
  });
}

/**
 * The condition is checked again. Before the head was locked, the endpoint may have succeeded, have been disabled, or
 * have left the address that answered "gone".
 */
const disableWhere = (reason: Reason, condition: string) => `
  UPDATE svc.webhook_endpoints SET disabled_at = $3, updated_at = $3, disabled_reason = '${reason}'
  WHERE organization_id = $1 AND id = $2 AND ${condition}
  RETURNING id`;
const DISABLE: Record<Reason, string> = {
  gone: disableWhere('gone', 'disabled_at IS NULL AND url = $4'),
  failing: disableWhere('failing', failedForLong(4)),
};
