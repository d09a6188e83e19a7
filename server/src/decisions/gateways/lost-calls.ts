// SPDX-License-Identifier: Apache-2.0
/**
 * Records an unknown outcome for two groups of calls. The process of the first ended while it forwarded them. The
 * second were let go by a living process, because their outcome or their decision could not be recorded in time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';
import type { GatewayCallDraft } from '../../record/recorder/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, lockHeads } from '../../storage/heads/index.ts';
import { unfinished } from './call-outcome.ts';
import { OUTCOME_UNKNOWN } from './find-call.ts';
import { LOOKS_APART_MS } from './limits.ts';
import { livesCondition } from './presence.ts';

const CALLS_PER_BATCH_MAX = 200;
const CALLS_PER_LOOK_MAX = 100_000;
/** Most calls end by themselves before this age. */
const SETTLED_AFTER_SECONDS = 30;

const ACTOR = { type: 'system', id: 'gateway-outcomes' } as const;

/** The knowledge of a process about its own calls. */
export interface OwnCalls {
  /** The id of the process, stored with each of them. */
  forwarderId: number;
  /**
   * Events with a call that it decides or forwards, or whose outcome it still tries to record, each before it has a
   * row.
   */
  underWay(): string[];
}

/**
 * Settles the calls of processes that are gone, whose lock was missing in two checks. Repeated or concurrent runs do no
 * more than one.
 * @param own the running process: its calls under way are never lost
 * @param signal stops between two batches
 */
export async function settleLostCalls(
  pool: pg.Pool,
  own: OwnCalls,
  signal: AbortSignal,
  looksApartMs: number = LOOKS_APART_MS,
): Promise<Settled> {
  const missedAt = new Map<number, number>();
  return await settleEverywhere(pool, signal, {
    own,
    isLost: GONE,
    confirm: (forwarderIds) => missedLongEnough(missedAt, forwarderIds, looksApartMs, signal),
  });
}

const GONE = `NOT ${livesCondition('c.forwarder_id')}`;

/** Open calls of this process that it does not have under way. Its lock does not tell, because it lives. */
export async function settleOwnCalls(pool: pg.Pool, own: OwnCalls, signal: AbortSignal): Promise<Settled> {
  return await settleEverywhere(pool, signal, {
    own,
    isLost: `c.forwarder_id = ${own.forwarderId}`,
    confirm: async () => undefined,
  });
}

export interface Settled {
  calls: number;
  /** Organizations that a stop left for the next run. */
  left: number;
}

/** The selection of calls. */
interface Search {
  own: OwnCalls;
  /** The condition on an open call `c`. */
  isLost: string;
  /** Resolves when it is time for the last check of these processes. */
  confirm(forwarderIds: readonly number[]): Promise<void>;
}

/** A process that lost its connection takes its lock again, which lasts as long as connecting. */
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

async function settleEverywhere(pool: pg.Pool, signal: AbortSignal, search: Search): Promise<Settled> {
  let calls = 0;
  const settle = async (organizationId: string): Promise<boolean> => {
    calls += await settleOrganization(pool, organizationId, search, signal);
    return !signal.aborted;
  };
  const left = await everyOrganization(pool, dueBy(SELECT_WITH_CALLS), settle, signal);
  return { calls, left };
}

/** Organizations with calls behind their mark; calls before it are not examined again. */
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
    // Asked before settling, which holds the lock that decisions wait for.
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

/** @returns true when more may follow behind the new mark */
async function moveMark(pool: pg.Pool, organizationId: string): Promise<boolean> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<{ is_more: boolean }>(MOVE_MARK, [organizationId]),
  );
  return row?.is_more === true;
}

/**
 * Moves the mark to the first call still under way, else behind the last one examined. Numbers are assigned under the
 * lock of the head, so no smaller number appears later. The greater of two concurrent marks wins.
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

/** @param underWay parameter with the events that the running process has under way @param now that of the moment */
const lostCondition = ({ isLost }: Search, underWay: string, now: string): string => `${UNDER_WAY}
    AND c.created_at < ${now}::timestamptz - make_interval(secs => ${SETTLED_AFTER_SECONDS})
    AND c.id <> ALL (${underWay}::uuid[]) AND ${isLost}`;

/** @returns the processes with seemingly lost calls */
async function suspectsOf(pool: pg.Pool, organizationId: string, search: Search): Promise<number[]> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<{ forwarder_id: number }>(selectSuspects(search), [
      organizationId,
      search.own.underWay(),
      transaction.clock.now(),
    ]),
  );
  return rows.map((row) => row.forwarder_id);
}

const selectSuspects = (search: Search): string =>
  `SELECT DISTINCT c.forwarder_id FROM ${LOOKED_AT} c WHERE ${lostCondition(search, '$2', '$3')}`;

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
    const at = transaction.clock.now();
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
 * Calls finished meanwhile are left alone: every recorder of an outcome also holds the head's lock. The calls under way
 * are read under that lock, while no decision can appear. A visible open call that is not among them has been let go.
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
    transaction.clock.now(),
  ]);
}

const selectLostCalls = (search: Search): string => `
  SELECT c.id, c.sandbox, c.gateway_call FROM ${LOOKED_AT} c
  WHERE ${lostCondition(search, '$3', '$5')} AND c.forwarder_id = ANY ($4::integer[])
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
