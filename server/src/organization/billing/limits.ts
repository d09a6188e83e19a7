// SPDX-License-Identifier: Apache-2.0
/** Bounds of billing. */

const DAY_MS = 86_400_000;

/** A plan that is not paid for, or was cancelled at once, goes on for so long: nothing is deleted by an oversight. */
export const GRACE_MS = { PAST_DUE: 14 * DAY_MS, CANCELLED: 7 * DAY_MS } as const;

/** The tolerance of the processor's own libraries, here in both directions. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Events of the processor have a few kilobytes. */
export const EVENT_BYTES_MAX = 262_144;

/** One attempt of a call. The library repeats a failed one with the same idempotency key. */
export const CALL_TIMEOUT_MS = 15_000;
export const CALL_REPEATS_MAX = 2;
export const ANSWER_BYTES_MAX = 2_000_000;

/** Subscriptions and open sessions of one customer; the service makes one of each. */
export const LISTED_MAX = 100;

export const SYNC_ATTEMPTS_MAX = 5;
