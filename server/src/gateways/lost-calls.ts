/** Writes down that nobody knows what became of calls whose process ended while it forwarded them. */
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { appendEntries, lockHeads } from '../tenant/change.ts';
import { OUTCOME_UNKNOWN } from './find-call.ts';
import { livesCondition } from './presence.ts';

const ORGANIZATIONS_PER_PAGE = 500;
const CALLS_PER_BATCH_MAX = 200;
/** A process whose connection was lost takes its lock again within moments. */
const SETTLED_AFTER_SECONDS = 30;

const ACTOR = { type: 'system', id: 'gateway-outcomes' } as const;

/**
 * To run it twice, or at two places at once, does no more than to run it once.
 * @param signal stops between two batches
 * @returns how many calls it settled
 */
export async function settleLostCalls(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  let settled = 0;
  let after: string | null = null;
  do {
    const page = await organizationsAfter(pool, after);
    for (const organizationId of await organizationsWithLost(pool, page)) {
      let count = CALLS_PER_BATCH_MAX;
      while (count === CALLS_PER_BATCH_MAX && !signal.aborted) {
        count = await settleBatch(pool, organizationId);
        settled += count;
      }
    }
    after = page.length === ORGANIZATIONS_PER_PAGE ? (page.at(-1) ?? null) : null;
  } while (after !== null && !signal.aborted);
  return settled;
}

/** The directory is outside row-level security and holds ids alone. */
async function organizationsAfter(pool: pg.Pool, after: string | null): Promise<string[]> {
  const rows = await inTransaction(pool, [], (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_ORGANIZATIONS, [after, ORGANIZATIONS_PER_PAGE]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_ORGANIZATIONS = `
  SELECT organization_id FROM svc.organization_directory
  WHERE $1::uuid IS NULL OR organization_id > $1
  ORDER BY organization_id LIMIT $2`;

const LOST = `c.forwarder_id IS NOT NULL AND c.finished_at IS NULL
    AND c.created_at < clock_timestamp() - make_interval(secs => ${SETTLED_AFTER_SECONDS})
    AND NOT ${livesCondition('c.forwarder_id')}`;

async function organizationsWithLost(pool: pg.Pool, organizationIds: readonly string[]): Promise<string[]> {
  if (organizationIds.length === 0) return [];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_WITH_LOST, [organizationIds]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_WITH_LOST = `
  SELECT o.organization_id FROM unnest($1::uuid[]) AS o (organization_id)
  WHERE EXISTS (SELECT FROM svc.gateway_calls c WHERE c.organization_id = o.organization_id AND ${LOST})
  ORDER BY o.organization_id`;

interface LostCall {
  event_id: string;
  route_id: string;
  method: string;
  credential_id: string | null;
  key_prefix: string;
  test_key: boolean;
}

async function settleBatch(pool: pg.Pool, organizationId: string): Promise<number> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) return 0;
    const at = new Date();
    const lost = await finishLost(transaction, organizationId, at);
    await appendEntries(
      transaction,
      head,
      lost.map((call) => entryOf(organizationId, call, at)),
    );
    return lost.length;
  });
}

/** What has been finished meanwhile is left alone: batches of the recorder hold the head's lock as well. */
async function finishLost(transaction: Transaction, organizationId: string, at: Date): Promise<LostCall[]> {
  const values = [organizationId, at, OUTCOME_UNKNOWN, CALLS_PER_BATCH_MAX];
  return await transaction.query<LostCall & Record<string, unknown>>(FINISH_LOST, values);
}

const FINISH_LOST = `
  UPDATE svc.gateway_calls u SET finished_at = $2, upstream_error = $3, latency_ms = 0
  FROM (
    SELECT c.event_id FROM svc.gateway_calls c WHERE c.organization_id = $1 AND ${LOST} ORDER BY c.seq LIMIT $4
  ) l
  WHERE u.organization_id = $1 AND u.event_id = l.event_id
  RETURNING u.event_id, u.route_id, u.method, u.credential_id, u.key_prefix, u.test_key`;

function entryOf(organizationId: string, call: LostCall, at: Date): AuditDraft {
  return {
    organizationId,
    at: at.toISOString(),
    kind: 'gateway.called',
    actor: ACTOR,
    subject: { type: 'event', id: call.event_id },
    metadata: {
      credentialId: call.credential_id,
      error: OUTCOME_UNKNOWN,
      keyPrefix: call.key_prefix,
      latencyMs: 0,
      method: call.method,
      protocol: 'HTTP',
      routeId: call.route_id,
      sandbox: call.test_key,
      status: null,
    },
  };
}
