// SPDX-License-Identifier: Apache-2.0
/** Reports what became of an allowed act, once. An UNKNOWN may become known later. */
import { type Decision, OPERATIONS, OUTCOME_AMENDABLE_DAYS, type OutcomeReport } from '@svc/contract';
import { type CounterReference, counterOf } from '@svc/core/budgets';
import { settleOutcome } from '@svc/core/settlement';
import type pg from 'pg';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { ApiKeyRecord } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { decisionOf } from '../../record/events/index.ts';
import type { ActRow } from '../../record/recorder/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type DecideDeps, withReviewUrl } from '../decide/index.ts';
import { type Acted, type ActedEvent, actOn, checkActor, checkAllowed, eventIdOf } from './acting.ts';

const AMENDABLE_MS = OUTCOME_AMENDABLE_DAYS * 86_400_000;

export interface Reported {
  decision: Decision;
  isReplay: boolean;
}

/**
 * @throws ApiError 400, 401, 403 and 404 as for reading the event. 409 when it is not allowed, or another outcome of it
 *   is known
 */
export async function reportOutcome(
  deps: DecideDeps,
  access: Access,
  id: string,
  report: OutcomeReport,
): Promise<Reported> {
  const eventId = eventIdOf(id);
  const { organizationId } = access;
  const reporting = deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
    const key = await checkCaller(snapshot, access, OPERATIONS.reportOutcome.permission, deps.pool.clock.nowMs());
    const { generation, budgets } = snapshot;
    const mayRaise = budgets.byId.size > 0 && report.recordsAffected !== undefined;
    const counted = mayRaise ? await selectCounted(deps.pool, organizationId, eventId) : [];
    const on = { organizationId, eventId, generation, counters: counted.map(counterOf) };
    return await actOn(deps, on, (found, nowMs) => reported(checkActor(found, key), key, report, { nowMs, counted }));
  });
  const { decision, isReplay } = await access.time.within(reporting);
  return { decision: withReviewUrl(decision, deps.baseUrl), isReplay };
}

function reported(
  row: ActedEvent,
  key: ApiKeyRecord,
  report: OutcomeReport,
  { nowMs, counted }: { nowMs: number; counted: readonly CounterReference[] },
): Acted<Reported> {
  const decision = decisionOf(row, nowMs);
  checkAllowed(decision);
  if (isSame(row, report)) return { answer: { decision, isReplay: true }, act: null, entry: null };
  const isAmended = row.outcome !== null;
  if (isAmended && !isAmendable(row, report, nowMs)) throw new ApiError('outcome_reported', { message: KNOWN });
  if (!isAmended && row.forwarder_id !== null) throw new ApiError('outcome_reported', { message: FORWARDED });
  const act: Partial<ActRow> = {
    outcome: report.status,
    outcome_records: report.recordsAffected ?? null,
    outcome_code: report.code ?? null,
    outcome_source: 'REPORTED',
    reported_at: row.reported_at ?? new Date(nowMs),
    amended_at: isAmended ? new Date(nowMs) : null,
    exceeds: (report.recordsAffected ?? 0) > (row.records_affected ?? 0),
  };
  return {
    answer: { decision: decisionOf({ ...row, ...act }, nowMs), isReplay: false },
    act,
    spends: settleOutcome(counted, countedRecords(row), report.recordsAffected ?? null),
    entry: {
      kind: isAmended ? 'outcome.amended' : 'outcome.reported',
      actor: { type: 'key', id: key.id },
      metadata: {
        actionDigest: decision.actionDigest,
        code: report.code ?? null,
        exceedsStated: act.exceeds === true,
        recordsAffected: report.recordsAffected ?? null,
        status: report.status,
      },
    },
  };
}

/** Those that were counted with the decision, or raised by an UNKNOWN that told a number. */
const countedRecords = (row: ActedEvent): number => Math.max(row.records_affected ?? 0, row.outcome_records ?? 0);

/** The counts of records that the decision, or its approval, went into. They never change. */
async function selectCounted(pool: pg.Pool, organizationId: string, eventId: string): Promise<CounterReference[]> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query<{ counted: CounterReference[] | null }>(SELECT_COUNTED, [organizationId, eventId]),
  );
  return row?.counted ?? [];
}

const SELECT_COUNTED = `
  SELECT COALESCE(r.counted, e.record -> 'counted') AS counted
  FROM svc.events e LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
  WHERE e.organization_id = $1 AND e.id = $2`;

const KNOWN =
  'Another outcome of the act is recorded. It changes no more, but for an UNKNOWN, once, within 7 days. UNKNOWN ' +
  'means that it may have been done: do not run it again.';
const FORWARDED = 'The gateway forwards the call and records its outcome itself.';

function isSame(row: ActedEvent, { status, recordsAffected, code }: OutcomeReport): boolean {
  if (row.outcome !== status) return false;
  return row.outcome_records === (recordsAffected ?? null) && row.outcome_code === (code ?? null);
}

function isAmendable(row: ActedEvent, { status }: OutcomeReport, nowMs: number): boolean {
  if (row.outcome !== 'UNKNOWN' || status === 'UNKNOWN' || row.amended_at !== null || row.reported_at === null) {
    return false;
  }
  return nowMs < row.reported_at.getTime() + AMENDABLE_MS;
}
