// SPDX-License-Identifier: Apache-2.0
/**
 * Records an unknown outcome for two groups of calls. The process of the first ended while it forwarded them. The
 * second were let go by a living process, because their outcome or their decision could not be recorded in time.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';
import { appendActs, type GatewayCallDraft } from '../../record/recorder/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { OUTCOME_UNKNOWN } from './find-call.ts';
import { LOOKS_APART_MS } from './limits.ts';
import { livingProcesses } from './presence.ts';

const CALLS_PER_BATCH_MAX = 200;
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
    isLost: (living) => `x.forwarder_id <> ALL (${living}::integer[])`,
    confirm: (forwarderIds) => missedLongEnough(missedAt, forwarderIds, looksApartMs, signal),
  });
}

/** Open calls of this process that it does not have under way. Its lock does not tell, because it lives. */
export async function settleOwnCalls(pool: pg.Pool, own: OwnCalls, signal: AbortSignal): Promise<Settled> {
  return await settleEverywhere(pool, signal, {
    own,
    isLost: (living) => `x.forwarder_id = ${own.forwarderId} AND ${living}::integer[] IS NOT NULL`,
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
  /** The condition on the act `x` of an open call. @param living parameter with the processes that live */
  isLost(living: string): string;
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

/** A partial index holds exactly the calls that have no outcome. */
const SELECT_WITH_CALLS = `
  SELECT o.organization_id FROM svc.organizations o
  WHERE o.organization_id = ANY ($1::uuid[]) AND EXISTS (
    SELECT 1 FROM svc.acts x
    WHERE x.organization_id = o.organization_id AND x.forwarder_id IS NOT NULL AND x.outcome IS NULL
  )
  ORDER BY o.organization_id`;

async function settleOrganization(
  pool: pg.Pool,
  organizationId: string,
  search: Search,
  signal: AbortSignal,
): Promise<number> {
  // Asked before settling, which holds the lock that decisions wait for.
  const suspects = await suspectsOf(pool, organizationId, search);
  if (suspects.length > 0) await search.confirm(suspects);
  let settled = 0;
  let isLeft = suspects.length > 0;
  while (isLeft && !signal.aborted) {
    const count = await settleBatch(pool, organizationId, search, suspects);
    settled += count;
    // None: another process was faster, they were not lost, or the organization is gone.
    isLeft = count > 0;
  }
  return settled;
}

/** @param first parameter of three: events that the running process has under way, the moment, processes that live */
const lostCondition = ({ isLost }: Search, first: number): string => `
    x.organization_id = $1 AND x.forwarder_id IS NOT NULL AND x.outcome IS NULL
    AND (x.redeemed_at IS NULL
      OR x.redeemed_at < $${first + 1}::timestamptz - make_interval(secs => ${SETTLED_AFTER_SECONDS}))
    AND x.event_id <> ALL ($${first}::uuid[]) AND ${isLost(`$${first + 2}`)}`;

/** @returns the processes with seemingly lost calls */
async function suspectsOf(pool: pg.Pool, organizationId: string, search: Search): Promise<number[]> {
  const rows = await inTransaction(pool, [organizationId], async (transaction) =>
    transaction.queryOnce<{ forwarder_id: number }>(selectSuspects(search), [
      organizationId,
      ...(await factsOf(transaction, search)),
    ]),
  );
  return rows.map((row) => row.forwarder_id);
}

const selectSuspects = (search: Search): string =>
  `SELECT DISTINCT x.forwarder_id FROM svc.acts x WHERE ${lostCondition(search, 2)}`;

/** For `lostCondition`. */
async function factsOf(transaction: Transaction, { own }: Search): Promise<unknown[]> {
  const living = await livingProcesses(transaction);
  return [own.underWay(), transaction.clock.now(), living];
}

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
    const act = { outcome: 'UNKNOWN', outcome_source: 'GATEWAY', reported_at: at } as const;
    await appendActs(
      transaction,
      head,
      lost.map((call) => ({ entry: entryOf(organizationId, call, at), act })),
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
    suspects,
    ...(await factsOf(transaction, search)),
  ]);
}

const selectLostCalls = (search: Search): string => `
  SELECT e.id, e.sandbox, e.gateway_call
  FROM (
    SELECT x.event_id FROM svc.acts x
    WHERE ${lostCondition(search, 4)} AND x.forwarder_id = ANY ($3::integer[])
    ORDER BY x.event_id LIMIT $2
  ) x JOIN svc.events e ON e.organization_id = $1 AND e.id = x.event_id
  ORDER BY e.seq`;

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
