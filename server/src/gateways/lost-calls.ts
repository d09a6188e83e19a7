/**
 * Writes down that nobody knows what became of calls: of those whose process ended while it forwarded them, and of
 * those that a process has let go of, because their outcome or their very decision could not be recorded in time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { appendEntries, lockHeads } from '../heads/index.ts';
import { ORGANIZATIONS_PER_PAGE, organizationsAfter } from '../organizations/organizations-after.ts';
import type { GatewayCallDraft } from '../recorder/index.ts';
import { unfinished } from './call-outcome.ts';
import { OUTCOME_UNKNOWN } from './find-call.ts';
import { LOOKS_APART_MS } from './limits.ts';
import { livesCondition } from './presence.ts';

const CALLS_PER_BATCH_MAX = 200;
const CALLS_PER_LOOK_MAX = 100_000;
/** Most calls end by themselves before they are looked at. */
const SETTLED_AFTER_SECONDS = 30;

const ACTOR = { type: 'system', id: 'gateway-outcomes' } as const;

/** What a process knows of its own calls. */
export interface OwnCalls {
  /** As it stands with each of them. */
  forwarderId: number;
  /** Events whose call it decides or forwards, or whose outcome it still tries to record: each before it has a row. */
  underWay(): string[];
}

/**
 * Calls of processes that are gone: whose lock was missing in two looks. To run it twice, or at two places at once,
 * does no more than to run it once.
 * @param own of the process that looks: what it has under way is never lost
 * @param signal stops between two batches
 * @returns how many calls it settled
 */
export async function settleLostCalls(
  pool: pg.Pool,
  own: OwnCalls,
  signal: AbortSignal,
  looksApartMs: number = LOOKS_APART_MS,
): Promise<number> {
  const missedAt = new Map<number, number>();
  return await settleEverywhere(pool, signal, {
    own,
    isLost: `NOT ${livesCondition('c.forwarder_id')}`,
    confirm: (forwarderIds) => missedLongEnough(missedAt, forwarderIds, looksApartMs, signal),
  });
}

/** Open calls of this process that it does not have under way. Its lock says nothing of them: it lives. */
export async function settleOwnCalls(pool: pg.Pool, own: OwnCalls, signal: AbortSignal): Promise<number> {
  return await settleEverywhere(pool, signal, {
    own,
    isLost: `c.forwarder_id = ${own.forwarderId}`,
    confirm: async () => undefined,
  });
}

/** Which calls are looked for. */
interface Search {
  own: OwnCalls;
  /** Of an open call `c`. */
  isLost: string;
  /** Resolves when these processes may be looked at for the last time. */
  confirm(forwarderIds: readonly number[]): Promise<void>;
}

/** A process whose connection was lost takes its lock again, which lasts as long as to connect. */
async function missedLongEnough(
  missedAt: Map<number, number>,
  forwarderIds: readonly number[],
  looksApartMs: number,
  signal: AbortSignal,
): Promise<void> {
  const now = performance.now();
  for (const id of forwarderIds) if (!missedAt.has(id)) missedAt.set(id, now);
  const latest = Math.max(...forwarderIds.map((id) => missedAt.get(id) ?? now));
  const waitMs = latest + looksApartMs - now;
  if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
}

async function settleEverywhere(pool: pg.Pool, signal: AbortSignal, search: Search): Promise<number> {
  let settled = 0;
  let after: string | null = null;
  do {
    const page = await organizationsAfter(pool, after);
    for (const organizationId of await organizationsWithCalls(pool, page)) {
      settled += await settleOrganization(pool, organizationId, search, signal);
    }
    after = page.length === ORGANIZATIONS_PER_PAGE ? (page.at(-1) ?? null) : null;
  } while (after !== null && !signal.aborted);
  return settled;
}

/** Organizations with calls behind their mark: nothing that is before it is looked at again. */
async function organizationsWithCalls(pool: pg.Pool, organizationIds: readonly string[]): Promise<string[]> {
  if (organizationIds.length === 0) return [];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_WITH_CALLS, [organizationIds]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_WITH_CALLS = `
  SELECT o.organization_id
  FROM unnest($1::uuid[]) AS o (organization_id)
  LEFT JOIN svc.gateway_marks m ON m.organization_id = o.organization_id
  WHERE EXISTS (
    SELECT FROM svc.events e
    WHERE e.organization_id = o.organization_id AND e.gateway_call IS NOT NULL AND e.seq > COALESCE(m.settled_seq, 0)
  )
  ORDER BY o.organization_id`;

async function settleOrganization(
  pool: pg.Pool,
  organizationId: string,
  search: Search,
  signal: AbortSignal,
): Promise<number> {
  let settled = 0;
  let isMore = true;
  while (isMore && !signal.aborted) {
    // Asked first: to settle holds the lock for which decisions wait.
    const suspects = await suspectsOf(pool, organizationId, search);
    if (suspects.length > 0) await search.confirm(suspects);
    let isLeft = suspects.length > 0;
    while (isLeft && !signal.aborted) {
      const count = await settleBatch(pool, organizationId, search, suspects);
      settled += count;
      // None: another process was faster, they were not lost, or the organization is gone.
      isLeft = count > 0;
    }
    isMore = await moveMark(pool, organizationId);
  }
  return settled;
}

/** The next calls behind the mark of the organization $1. */
const LOOKED_AT = `(
    SELECT organization_id, id, seq, created_at, sandbox, gateway_call,
      (gateway_call->>'forwarderId')::integer AS forwarder_id
    FROM svc.events
    WHERE organization_id = $1 AND gateway_call IS NOT NULL
      AND seq > (SELECT COALESCE(max(settled_seq), 0) FROM svc.gateway_marks WHERE organization_id = $1)
    ORDER BY seq LIMIT ${CALLS_PER_LOOK_MAX}
  )`;

const UNDER_WAY = `c.forwarder_id IS NOT NULL AND ${unfinished('c')}`;

/** @returns whether there may be more behind the next mark */
async function moveMark(pool: pg.Pool, organizationId: string): Promise<boolean> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<{ is_more: boolean }>(MOVE_MARK, [organizationId]),
  );
  return row?.is_more === true;
}

/**
 * Up to the first call that is still under way, else to the last one that was looked through. Numbers are given under
 * the lock of the head, so that none that is smaller than one that is seen appears later. Of two at once the one that
 * is further wins.
 */
const MOVE_MARK = `
  WITH calls AS MATERIALIZED ${LOOKED_AT}, looked AS (
    SELECT (SELECT max(seq) FROM calls) AS last, (SELECT min(seq) FROM calls c WHERE ${UNDER_WAY}) AS open
  ), moved AS (
    INSERT INTO svc.gateway_marks AS m (organization_id, settled_seq)
    SELECT $1, COALESCE(open - 1, last) FROM looked WHERE last IS NOT NULL
    ON CONFLICT (organization_id) DO UPDATE SET settled_seq = greatest(m.settled_seq, excluded.settled_seq)
  )
  SELECT open IS NULL AND last IS NOT NULL AND EXISTS (
    SELECT FROM svc.events e WHERE e.organization_id = $1 AND e.gateway_call IS NOT NULL AND e.seq > last
  ) AS is_more FROM looked`;

/** @param underWay place of the events that the process which looks has under way */
const lostCondition = ({ isLost }: Search, underWay: string): string => `${UNDER_WAY}
    AND c.created_at < clock_timestamp() - make_interval(secs => ${SETTLED_AFTER_SECONDS})
    AND c.id <> ALL (${underWay}::uuid[]) AND ${isLost}`;

/** @returns the processes whose calls seem to be lost */
async function suspectsOf(pool: pg.Pool, organizationId: string, search: Search): Promise<number[]> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<{ forwarder_id: number }>(selectSuspects(search), [organizationId, search.own.underWay()]),
  );
  return rows.map((row) => row.forwarder_id);
}

const selectSuspects = (search: Search): string =>
  `SELECT DISTINCT c.forwarder_id FROM ${LOOKED_AT} c WHERE ${lostCondition(search, '$2')}`;

interface LostCall {
  id: string;
  sandbox: boolean;
  gateway_call: GatewayCallDraft;
}

async function settleBatch(
  pool: pg.Pool,
  organizationId: string,
  search: Search,
  suspects: readonly number[],
): Promise<number> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) return 0;
    const at = new Date();
    const lost = await selectLost(transaction, organizationId, search, suspects);
    await appendEntries(
      transaction,
      head,
      lost.map((call) => entryOf(organizationId, call, at)),
    );
    return lost.length;
  });
}

/**
 * What has been finished meanwhile is left alone: whoever records an outcome holds the head's lock as well. What is
 * under way is asked for under that lock, under which no decision appears: an open call that is seen and is not among
 * them has been let go of.
 */
async function selectLost(
  transaction: Transaction,
  organizationId: string,
  search: Search,
  suspects: readonly number[],
): Promise<LostCall[]> {
  return await transaction.queryOnce<LostCall & Record<string, unknown>>(selectLostCalls(search), [
    organizationId,
    CALLS_PER_BATCH_MAX,
    search.own.underWay(),
    suspects,
  ]);
}

const selectLostCalls = (search: Search): string => `
  SELECT c.id, c.sandbox, c.gateway_call FROM ${LOOKED_AT} c
  WHERE ${lostCondition(search, '$3')} AND c.forwarder_id = ANY ($4::integer[])
  ORDER BY c.seq LIMIT $2`;

function entryOf(organizationId: string, { id, sandbox, gateway_call: call }: LostCall, at: Date): AuditDraft {
  return {
    organizationId,
    at: at.toISOString(),
    kind: 'gateway.called',
    actor: ACTOR,
    subject: { type: 'event', id },
    metadata: {
      credentialId: call.credentialId,
      error: OUTCOME_UNKNOWN,
      keyPrefix: call.keyPrefix,
      latencyMs: 0,
      method: call.method,
      protocol: 'HTTP',
      routeId: call.routeId,
      sandbox,
      status: null,
    },
  };
}
