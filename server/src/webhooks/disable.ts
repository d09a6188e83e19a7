/** Disables endpoints that are gone or have failed for too long, and tells it to the audit chain and to the owners. */
import type { WebhookDisabledReason } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { enqueueMail } from '../notify/index.ts';
import { changeOrganization } from '../tenant/change.ts';
import { failedForLong, failedForLongTimes } from './health.ts';
import type { Outcome } from './send.ts';

/** Why the service does it by itself. */
type Reason = Exclude<WebhookDisabledReason, 'manual'>;

const ACTOR = { type: 'system', id: 'webhook-delivery' } as const;

/** Those of the outcomes' endpoints that are to be disabled now, each once. */
export async function disableEndpoints(
  pool: pg.Pool,
  outcomes: readonly Pick<Outcome, 'claim' | 'verdict'>[],
  nowMs: number,
): Promise<void> {
  const gone = outcomes.filter(({ verdict }) => verdict === 'gone');
  for (const { claim } of gone) await disable(pool, claim, 'gone', [new Date(nowMs), claim.url]);
  const failed = outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'retry');
  if (failed.length === 0) return;
  const organizationIds = [...new Set(failed.map(({ claim }) => claim.organizationId))];
  const endpointIds = [...new Set(failed.map(({ claim }) => claim.endpointId))];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<Endpoint & Record<string, unknown>>(SELECT_FAILING, [
      organizationIds,
      endpointIds,
      ...failedForLongTimes(nowMs),
    ]),
  );
  for (const row of rows) await disable(pool, row, 'failing', [new Date(nowMs), ...failedForLongTimes(nowMs)]);
}

interface Endpoint {
  organizationId: string;
  endpointId: string;
}

const SELECT_FAILING = `
  SELECT organization_id AS "organizationId", id AS "endpointId" FROM svc.webhook_endpoints
  WHERE organization_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[]) AND ${failedForLong(3)}`;

/** Under the head's lock: decisions made after it know of it, and of two processes one writes the entry. */
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
 * The condition once more: it may have succeeded, have been disabled, or have got another address than the one that
 * said that it is gone, before the head was locked.
 */
const disableWhere = (reason: Reason, condition: string) => `
  UPDATE svc.webhook_endpoints SET disabled_at = $3, updated_at = $3, disabled_reason = '${reason}'
  WHERE organization_id = $1 AND id = $2 AND ${condition}
  RETURNING id`;
const DISABLE: Record<Reason, string> = {
  gone: disableWhere('gone', 'disabled_at IS NULL AND url = $4'),
  failing: disableWhere('failing', failedForLong(4)),
};
