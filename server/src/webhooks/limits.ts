/** Bounds of webhook deliveries. What receivers see of them is in the guide. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Between an attempt that failed and the next one: eleven attempts in 75.6 hours. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Share of a delay by which it is longer at random, so that what failed together does not come back together. */
export const RETRY_JITTER_MAX = 0.2;
export const RETRY_AFTER_MS_MAX = DAY_MS;

export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;
/**
 * A claim that is not settled by then lapses, and any worker takes it over: the time of an attempt, and time to write
 * down how it went. A receiver of a process that died is called again within 30 s.
 */
export const CLAIM_LAPSES_MS = 24 * SECOND_MS;
/** A call for which this process had no room is tried again after this long. */
export const BUSY_AGAIN_MS = SECOND_MS;
/** Of an answer, kept for the log. */
export const ANSWER_BYTES_MAX = 2_048;

/** An endpoint that failed everything for so long is disabled. */
export const FAILING_MS_MAX = 5 * DAY_MS;
/**
 * With a longer pause between two failures the second begins anew: nobody knows how the endpoint was in between. It is
 * longer than any wait between two attempts of one delivery, 28.8 h, so that one delivery keeps a streak alive. And in
 * five days without such a pause there are at least five attempts, all of which failed.
 */
export const FAILURES_APART_MS_MAX = 36 * HOUR_MS;
/** Failures of an endpoint are written down at most so often: most attempts to one that is dead write nothing on it. */
export const FAILURE_NOTED_EVERY_MS = HOUR_MS;
/** A new secret is shown at once and signs from then on, so that receivers can be told first. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Calls under way in one process, and of these, calls to endpoints that fail. */
export const CALLS_MAX = 1_024;
export const FAILING_CALLS_MAX = 512;
/** Calls to one endpoint at a time: at first, while all is well, while it is slow. One that fails gets one. */
export const CALLS_PER_ENDPOINT_START = 2;
export const CALLS_PER_ENDPOINT_MAX = 16;
export const CALLS_PER_SLOW_ENDPOINT = 2;
export const SLOW_ANSWER_MS = SECOND_MS;
/**
 * One that has failed so often in a row is dead: its turns come with the periodic look at the outbox alone, for all
 * dead ones together. Each attempt by itself would be a claim and a commit that others wait for.
 */
export const DEAD_AFTER_FAILURES = 5;
/** Endpoints whose behaviour a process remembers. */
export const LANES_MAX = 10_000;

export const CLAIMS_PER_BATCH_MAX = 256;
export const OUTCOMES_PER_BATCH_MAX = 256;
/** How often a process looks for what came due, or was left behind by another. */
export const SCAN_EVERY_MS = 500;
export const ENDPOINTS_PER_SCAN = 2_000;
/** Other processes are told of new deliveries at most so often. */
export const NOTIFY_EVERY_MS = 100;
export const NOTIFIED_ENDPOINTS_MAX = 100;
export const LISTEN_AGAIN_MS = SECOND_MS;
/** Outcomes that could not be written are tried again after this long. */
export const SETTLE_AGAIN_MS = 250;
/** At a stop, what is under way gets so long; then it is released for others. */
export const FINISH_WITHIN_MS = 8 * SECOND_MS;

export const RECOVERED_PER_BATCH = 500;
/** Of what waits for an endpoint that is deleted. */
export const ENDED_PER_BATCH = 1_000;
export const ENDED_BATCHES_MAX = 100;

/** Of the guarded client: it bounds nothing that the worker does not bound, so that it never says that it is busy. */
export const WEBHOOK_EGRESS = {
  callsMax: 2 * CALLS_MAX,
  callsPerHostMax: 2 * CALLS_MAX,
  originsMax: 2 * CALLS_MAX,
} as const;
