// SPDX-License-Identifier: Apache-2.0
/** Runs an allowed act: it is redeemed first, so that it runs once anywhere, and its outcome is reported. */
import { ActionNotAllowedError, ConflictError } from '../errors.ts';
import { REPORT_WITHIN_MS } from '../limits.ts';
import type { Decision, EventRequest, RedemptionRequest } from '../wire.ts';
import type { OutcomeReport } from '../wire-acts.ts';
import type { Answered, MaybeDegraded } from './answered.ts';

interface RedeemOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
  onReplay?: () => void;
}

/** The part of the client that acts need. */
export interface Acts {
  redeem(eventId: string, body: RedemptionRequest, options?: RedeemOptions): Promise<Answered<Decision>>;
  reportOutcome(eventId: string, report: OutcomeReport, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/** Counts the records that a result affected, for the report. */
export type CountRecords<Result> = (result: Result) => number | undefined;

/**
 * Spends the permission to run. A fallback decision of the fail mode stands as it is: there is no event to redeem.
 * @throws ActionNotAllowedError when the act may not run, and any error of the request
 */
export async function redeemToRun(
  client: Acts,
  decision: MaybeDegraded<Decision>,
  action: EventRequest,
  options: RedeemOptions = {},
): Promise<MaybeDegraded<Decision>> {
  if (decision.finalDecision !== 'ALLOW') throw new ActionNotAllowedError(decision);
  if (decision.degraded) return decision;
  if (decision.redemption === null) throw new ActionNotAllowedError(decision, NOT_REDEEMABLE);
  try {
    return await client.redeem(decision.id, action, options);
  } catch (error) {
    throw error instanceof ConflictError ? new ActionNotAllowedError(decision, error) : error;
  }
}

const NOT_REDEEMABLE = {
  code: 'not_redeemable',
  message:
    'The service tells nothing of a redemption, so nothing ensures that the action runs once. The service, or the ' +
    'event, is older than this library: update the service, and ask for a new decision.',
};

/** Runs the function of a redeemed act, and reports how it ended. The report changes neither result nor error. */
export async function runReported<Result>(
  client: Acts,
  decision: MaybeDegraded<Decision>,
  run: () => Result | Promise<Result>,
  countRecords?: CountRecords<Result>,
): Promise<Result> {
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    await tell(client, decision.id, FAILURE);
    throw error;
  }
  await tell(client, decision.id, successOf(result, countRecords));
  return result;
}

export function successOf<Result>(result: Result, countRecords: CountRecords<Result> | undefined): OutcomeReport {
  const recordsAffected = recordsOf(result, countRecords);
  return { status: 'SUCCEEDED', ...(recordsAffected !== null && { recordsAffected }) };
}

/** The text of an error may hold personal data, so it is not told. */
export const FAILURE: OutcomeReport = { status: 'FAILED', code: 'error' };

const RECORDS_MAX = 100_000_000;

function recordsOf<Result>(result: Result, countRecords: CountRecords<Result> | undefined): number | null {
  try {
    const count = countRecords?.(result) ?? -1;
    return Number.isInteger(count) && count >= 0 && count <= RECORDS_MAX ? count : null;
  } catch {
    // The action is done, whatever its count is.
    return null;
  }
}

/** Reports within its time, and gives up then: the outcome stays missing, and the service shows that. */
export async function tell(client: Acts, eventId: string | null, report: OutcomeReport): Promise<void> {
  if (eventId === null) return;
  try {
    await client.reportOutcome(eventId, report, { signal: AbortSignal.timeout(REPORT_WITHIN_MS) });
  } catch {
    // The tool has run: its result counts.
  }
}
