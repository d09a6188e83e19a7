/** Disables endpoints that are gone or have failed for too long, and tells it to the audit chain. */
import type { WebhookDisabledReason } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { changeOrganization } from '../tenant/change.ts';
import { failedForLong, failedForLongTimes } from './health.ts';
import type { Outcome } from './send.ts';

const ACTOR = { type: 'system', id: 'webhook-delivery' } as const;

/** Those of the outcomes' endpoints that are to be disabled now, each once. */
export async function disableEndpoints(
  pool: pg.Pool,
  outcomes: readonly Pick<Outcome, 'claim' | 'verdict'>[],
  nowMs: number,
): Promise<void> {
  const gone = outcomes.filter(({ verdict }) => verdict === 'gone');
  for (const { claim } of gone) await disable(pool, claim, 'gone', nowMs);
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
  for (const row of rows) await disable(pool, row, 'failing', nowMs);
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
  reason: WebhookDisabledReason,
  nowMs: number,
): Promise<void> {
  await changeOrganization(pool, organizationId, async (transaction) => {
    const at = new Date(nowMs);
    const values = [organizationId, endpointId, at, ...(reason === 'failing' ? failedForLongTimes(nowMs) : [])];
    const disabled = await transaction.query(DISABLE[reason], values);
    const entry = {
      organizationId,
      at: at.toISOString(),
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
  UPDATE svc.webhook_endpoints SET disabled_at = $3, updated_at = $3, disabled_reason = '${reason}'
  WHERE organization_id = $1 AND id = $2 AND ${condition}
  RETURNING id`;
const DISABLE: Record<WebhookDisabledReason, string> = {
  gone: disableWhere('gone', 'disabled_at IS NULL'),
  failing: disableWhere('failing', failedForLong(4)),
};
