/** Disables endpoints that are gone or have failed for too long, and tells it to the audit chain. */
import type { WebhookDisabledReason } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { changeOrganization } from '../tenant/change.ts';
import { FAILING_MS_MAX } from './limits.ts';
import type { Outcome } from './send.ts';

const ACTOR = { type: 'system', id: 'webhook-delivery' } as const;

/** Those of the outcomes' endpoints that are to be disabled now, each once. */
export async function disableEndpoints(pool: pg.Pool, outcomes: readonly Outcome[]): Promise<void> {
  const gone = outcomes.filter(({ verdict }) => verdict === 'gone');
  for (const { claim } of gone) await disable(pool, claim.organizationId, claim.endpointId, 'gone');
  const failed = outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'retry');
  if (failed.length === 0) return;
  const organizationIds = [...new Set(failed.map(({ claim }) => claim.organizationId))];
  const endpointIds = [...new Set(failed.map(({ claim }) => claim.endpointId))];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string; id: string }>(SELECT_FAILING, [
      organizationIds,
      endpointIds,
      FAILING_MS_MAX,
    ]),
  );
  for (const row of rows) await disable(pool, row.organization_id, row.id, 'failing');
}

const FAILED_FOR_LONG = `disabled_at IS NULL AND failing_since <= now() - $3 * interval '1 millisecond'`;

const SELECT_FAILING = `
  SELECT organization_id, id FROM svc.webhook_endpoints
  WHERE organization_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[]) AND ${FAILED_FOR_LONG}`;

/** Under the head's lock: decisions made after it know of it, and of two processes one writes the entry. */
async function disable(
  pool: pg.Pool,
  organizationId: string,
  endpointId: string,
  reason: WebhookDisabledReason,
): Promise<void> {
  await changeOrganization(pool, organizationId, async (transaction) => {
    const values = [organizationId, endpointId, ...(reason === 'failing' ? [FAILING_MS_MAX] : [])];
    const disabled = await transaction.query(DISABLE[reason], values);
    const entry = {
      organizationId,
      at: new Date().toISOString(),
      kind: 'webhook.disabled',
      actor: ACTOR,
      subject: { type: 'webhook', id: endpointId },
      metadata: { reason },
    };
    return { result: undefined, entries: disabled.length === 0 ? [] : [entry] };
  });
}

/** The condition once more: it may have succeeded, or have been disabled, before the head was locked. */
const disableWhere = (reason: WebhookDisabledReason, condition: string) => `
  UPDATE svc.webhook_endpoints SET disabled_at = now(), updated_at = now(), disabled_reason = '${reason}'
  WHERE organization_id = $1 AND id = $2 AND ${condition}
  RETURNING id`;
const DISABLE: Record<WebhookDisabledReason, string> = {
  gone: disableWhere('gone', 'disabled_at IS NULL'),
  failing: disableWhere('failing', FAILED_FOR_LONG),
};
