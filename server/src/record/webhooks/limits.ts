// SPDX-License-Identifier: Apache-2.0
/** Bounds of webhook deliveries. The guide documents the part that receivers see. */

import { placesOfOne, SHARED_PLACES } from '../../platform/shares/index.ts';
import { attemptsMax, type BackOff, lapseMs } from '../../storage/outbox/index.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Eleven attempts in 75.6 hours, and none before a `Retry-After` of up to a day. */
export const BACK_OFF: BackOff = {
  delaysMs: [
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
  ],
  afterLast: 'give up',
  notBeforeMsMax: DAY_MS,
};
export const ATTEMPTS_MAX = attemptsMax(BACK_OFF);

export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;
/** After the death of a process, a receiver is called again within 30 s. */
export const LAPSE_MS = lapseMs({ attemptMs: ATTEMPT_TIMEOUT_MS, marginMs: 9 * SECOND_MS });
/** A call for which this process had no room is tried again after this long. */
export const BUSY_AGAIN_MS = SECOND_MS;
/** The part of an answer that the log keeps. */
export const ANSWER_BYTES_MAX = 2_048;

/** An endpoint that failed everything for this long is disabled. */
export const FAILING_MS_MAX = 5 * DAY_MS;
/**
 * After a longer pause between two failures the second begins anew, because the endpoint's state in between is unknown.
 * The pause is longer than any wait between two attempts of one delivery, 28.8 h, so one delivery keeps a streak alive.
 * In five days without such a pause there are at least five attempts, all of which failed.
 */
export const FAILURES_APART_MS_MAX = 36 * HOUR_MS;
/**
 * The shortest interval between records of an endpoint's failures, so that most attempts to a dead one write nothing on
 * it.
 */
export const FAILURE_NOTED_EVERY_MS = HOUR_MS;
/** A new secret is shown at once and signs from then on, so that receivers can be told first. */
export const SECRET_OVERLAP_MS = DAY_MS;

/** Calls to failing endpoints that are under way in one process. */
export const FAILING_CALLS_MAX = 512;
/** Concurrent calls to one endpoint: at first, in good health, and while it is slow. A failing one gets one. */
export const CALLS_PER_ENDPOINT_START = 2;
export const CALLS_PER_ENDPOINT_MAX = 16;
export const CALLS_PER_SLOW_ENDPOINT = 2;
export const SLOW_ANSWER_MS = SECOND_MS;
/**
 * After this many consecutive failures an endpoint is dead. Its turns come only with the periodic look at the outbox,
 * for all dead ones together. Single attempts would each be a claim and a commit that others wait for.
 */
export const DEAD_AFTER_FAILURES = 5;
/** Endpoints whose behaviour a process remembers. */
export const LANES_MAX = 10_000;

export const CLAIMS_PER_BATCH_MAX = 256;
export const OUTCOMES_PER_BATCH_MAX = 256;
/** The interval at which a process looks for due deliveries, and for those that another process left behind. */
export const SCAN_EVERY_MS = 500;
export const ENDPOINTS_PER_SCAN = 2_000;
/** Rows of one look at the outbox, and looks of one scan: an endpoint with a longer queue takes one by itself. */
export const ROWS_PER_LOOK = 4_000;
export const LOOKS_PER_SCAN = 50;
/** Outcomes that could not be written are tried again after this long. */
export const SETTLE_AGAIN_MS = 250;
/** At a stop, calls under way get this long; then they are released for others. */
export const FINISH_WITHIN_MS = 8 * SECOND_MS;

/** Deliveries that wait for one endpoint. Beyond them it is held: events are counted, and told by one delivery. */
export const WAITING_MAX = 5_000;
/** A hold ends, and a recovery goes on, once no more than these wait. */
export const RESUMED_AT = 2_500;
/**
 * Deliveries that one process makes for an endpoint before it has to count again what waits. With as many under way,
 * each process makes at most twice as many beyond the bound. Below the second number it counts.
 */
export const SLOTS_MAX = 1_000;
export const SLOTS_LOW = 750;
/** Endpoints whose slots a process remembers: some 100 bytes each. */
export const SLOT_ENDPOINTS_MAX = 100_000;
export const ENDPOINTS_PER_CHECK = 200;
/** Held endpoints that one look counts for: at most 50,000 entries of an index. */
export const HOLDS_PER_LOOK = 20;
/** The shortest interval between mails that one endpoint is held. */
export const HELD_TOLD_EVERY_MS = DAY_MS;

export const RECOVERED_PER_BATCH = 500;
/** Deliveries of a deleted endpoint that end in one batch. */
export const ENDED_PER_BATCH = 1_000;
export const ENDED_BATCHES_MAX = 100;

/** Bounds of the guarded client: they are never tighter than the worker's own, so that the client is never busy. */
export const WEBHOOK_EGRESS = {
  calls: placesOfOne(2 * SHARED_PLACES.webhookCalls.atOnceMax),
  callsToHost: placesOfOne(2 * SHARED_PLACES.webhookCalls.atOnceMax),
} as const;
