// SPDX-License-Identifier: Apache-2.0
/** Bounds of the client, each with its unit. The service owns those of the wire. */

/** The time of one attempt, from the first byte sent to the last one read. */
export const TIMEOUT_MS_DEFAULT = 10_000;
/** The same for the HTTP gateway, which waits up to 30 s for the upstream by default. */
export const GATEWAY_TIMEOUT_MS_DEFAULT = 40_000;
/** The same for an evaluation over stored events, which the service ends after 60 s. */
export const IMPACT_TIMEOUT_MS_DEFAULT = 75_000;
/** The longest time of a platform timer. */
export const TIMEOUT_MS_MAX = 2_147_483_647;

/** Retries after the first attempt. */
export const RETRIES_DEFAULT = 2;
export const RETRIES_MAX = 10;
/** The wait before the second attempt; doubled for each later one. */
export const BACKOFF_MS_DEFAULT = 250;
export const BACKOFF_MS_MAX = 4_000;
/** The longest wait for a Retry-After: the next attempt comes after this. */
export const RETRY_AFTER_MS_MAX = 30_000;

/** The time that the report of an outcome may take, with all its attempts, before the result of the tool goes on. */
export const REPORT_WITHIN_MS = 5_000;

export const WAIT_MS_DEFAULT = 300_000;
/** The longest wait of one read. */
export const READ_WAIT_MS_MAX = 30_000;
export const POLL_MS_DEFAULT = 1_000;
export const POLL_MS_MAX = 15_000;

/** The largest answer is a list of 5,000 policies of 8 MB together. */
export const ANSWER_BYTES_MAX = 33_554_432;
/** The length of text that an error repeats from an answer. */
export const MESSAGE_CHARACTERS_MAX = 500;
export const ERROR_FIELDS_MAX = 100;

export const WEBHOOK_TOLERANCE_SECONDS_DEFAULT = 300;
