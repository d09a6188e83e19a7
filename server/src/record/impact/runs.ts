// SPDX-License-Identifier: Apache-2.0
/** The runs of an organization as rows: begun within a bound, renewed while they go on, and kept for a day. */
import { IMPACTS_KEPT_HOURS, IMPACTS_PER_ORGANIZATION_MAX, type ImpactJob, type PolicyImpact } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

/** A run that its process has not renewed for so long is lost. */
const LOST_AFTER_SECONDS = 30;
/** Results are up to a megabyte each. */
const RUNS_KEPT_MAX = 50;
const RETRY_AFTER_SECONDS = 10;

export interface RunKey {
  organizationId: string;
  id: string;
}

/** @throws ApiError 429 when as many are under way as an organization may have */
export async function beginRun(
  pool: pg.Pool,
  { organizationId, id }: RunKey,
  { accountId, days, eventsEstimate }: { accountId: string; days: number; eventsEstimate: number },
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    await transaction.query(LOCK, [organizationId]);
    await transaction.query(FORGET, [organizationId, IMPACTS_KEPT_HOURS, RUNS_KEPT_MAX - 1, transaction.clock.now()]);
    const [row] = await transaction.query<{ running: number }>(COUNT_RUNNING, [
      organizationId,
      LOST_AFTER_SECONDS,
      transaction.clock.now(),
    ]);
    if ((row?.running ?? 0) >= IMPACTS_PER_ORGANIZATION_MAX) throw tooManyRuns();
    await transaction.query(INSERT_RUN, [organizationId, id, accountId, days, eventsEstimate, transaction.clock.now()]);
  });
}

export function tooManyRuns(): ApiError {
  const message = `${IMPACTS_PER_ORGANIZATION_MAX} evaluations of the organization are under way; cancel one, or wait.`;
  return new ApiError('rate_limited', { message, retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Two starts of one organization come one after the other. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('policy impact ' || $1::text, 0))`;
const FORGET = `
  DELETE FROM svc.policy_impacts WHERE organization_id = $1 AND (created_at < $4::timestamptz - $2 * interval '1 hour'
    OR id IN (SELECT id FROM svc.policy_impacts WHERE organization_id = $1 ORDER BY id DESC OFFSET $3))`;
const COUNT_RUNNING = `
  SELECT count(*)::int AS running FROM svc.policy_impacts
  WHERE organization_id = $1 AND state = 'RUNNING' AND seen_at > $3::timestamptz - $2 * interval '1 second'`;
const INSERT_RUN = `
  INSERT INTO svc.policy_impacts (organization_id, id, created_at, created_by, days, state, seen_at, events,
    events_total)
  VALUES ($1, $2, $6::timestamptz, $3, $4, 'RUNNING', $6::timestamptz, 0, $5)`;

/** @returns false when it was cancelled meanwhile */
export async function renewRun(pool: pg.Pool, { organizationId, id }: RunKey, events: number): Promise<boolean> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(RENEW, [organizationId, id, events, transaction.clock.now()]),
  );
  return rows.length > 0;
}

const RENEW = `
  UPDATE svc.policy_impacts SET seen_at = $4::timestamptz, events = $3
  WHERE organization_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING id`;

export interface RunEnd {
  state: Exclude<ImpactJob['state'], 'RUNNING'>;
  events: number;
  message: string | null;
  result: PolicyImpact | null;
}

/** A run that has ended stays as it ended. @returns true when this was its end */
export async function endRun(
  pool: pg.Pool,
  { organizationId, id }: RunKey,
  { state, events, message, result }: RunEnd,
): Promise<boolean> {
  const values = [organizationId, id, state, events, message, result === null ? null : JSON.stringify(result)];
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(END, [...values, transaction.clock.now()]),
  );
  return rows.length > 0;
}

/** Without a new number of events the last one stays. At the end it is the total too. */
const END = `
  UPDATE svc.policy_impacts SET state = $3, seen_at = $7, finished_at = $7, events = greatest(events, $4),
    events_total = CASE WHEN $3 = 'DONE' THEN $4 ELSE events_total END, message = $5, result = $6
  WHERE organization_id = $1 AND id = $2 AND state = 'RUNNING' RETURNING id`;

/** @throws ApiError 404 */
export async function readImpact(pool: pg.Pool, { organizationId, id }: RunKey): Promise<ImpactJob> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    selectRun(transaction, { organizationId, id }),
  );
  if (row === undefined) throw noSuchRun();
  const isLost = row.state === 'LOST' || row.is_lost;
  return {
    id,
    state: isLost ? 'LOST' : row.state,
    days: row.days,
    createdAt: row.created_at.toISOString(),
    createdBy: { id: row.created_by, name: row.person },
    finishedAt: row.finished_at?.toISOString() ?? null,
    progress: { events: row.events, eventsTotal: Math.max(row.events, row.events_total) },
    message: isLost ? 'The process that evaluated it has ended; start it again.' : row.message,
    ...(row.result !== null && { result: row.result }),
  };
}

/** A run that has ended stays as it is. @throws ApiError 404 */
export async function cancelImpact(pool: pg.Pool, { organizationId, id }: RunKey): Promise<void> {
  const isCancelled = await endRun(pool, { organizationId, id }, CANCELLED);
  if (!isCancelled) await readImpact(pool, { organizationId, id });
}

const CANCELLED: RunEnd = { state: 'CANCELLED', events: 0, message: null, result: null };

function noSuchRun(): ApiError {
  return new ApiError('not_found', {
    message: `There is no such evaluation; each is kept for ${IMPACTS_KEPT_HOURS} hours.`,
  });
}

interface RunRow {
  [column: string]: unknown;
  state: ImpactJob['state'];
  is_lost: boolean;
  days: number;
  created_at: Date;
  created_by: string;
  person: string | null;
  finished_at: Date | null;
  events: number;
  events_total: number;
  message: string | null;
  result: PolicyImpact | null;
}

async function selectRun(transaction: Transaction, { organizationId, id }: RunKey): Promise<RunRow[]> {
  return await transaction.query<RunRow>(SELECT_RUN, [
    organizationId,
    id,
    LOST_AFTER_SECONDS,
    IMPACTS_KEPT_HOURS,
    transaction.clock.now(),
  ]);
}

const SELECT_RUN = `
  SELECT i.state, i.state = 'RUNNING' AND i.seen_at < $5::timestamptz - $3 * interval '1 second' AS is_lost, i.days,
    i.created_at, i.created_by, a.name AS person, i.finished_at, i.events, i.events_total, i.message, i.result
  FROM svc.policy_impacts i LEFT JOIN svc.accounts a ON a.id = i.created_by
  WHERE i.organization_id = $1 AND i.id = $2 AND i.created_at > $5::timestamptz - $4 * interval '1 hour'`;
