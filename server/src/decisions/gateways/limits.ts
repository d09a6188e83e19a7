// SPDX-License-Identifier: Apache-2.0
/** Bounds of the gateways, each with its unit; those of the wire are in the contract. */

/** Calls of one route, on one process; the rest of the process's calls stay free for other routes. */
export const CALLS_PER_ROUTE_MAX = 64;
/** The time for which a replay waits for a call that is still being forwarded. */
export const REPLAY_WAIT_MS = 5_000;
export const REPLAY_POLL_MS_MIN = 20;
export const REPLAY_POLL_MS_MAX = 500;
export const REPLAY_RETRY_AFTER_SECONDS = 5;
/** A process counts as gone when its lock is missing twice, this long apart: a reconnection takes some seconds. */
export const LOOKS_APART_MS = 10_000;
/** The part of a stop's ten seconds after which calls still under way are given up. */
export const FORWARDS_ABORTED_AFTER_MS = 8_000;

/** The delays between attempts to record an outcome; after the last one it is unknown. */
export const OUTCOME_ATTEMPTS_MAX = 20;
export const OUTCOME_RETRY_AFTER_MS = 500;
/** Calls of one organization in one transaction. */
export const OUTCOMES_PER_RETRY_MAX = 200;

export const TOKEN_TIMEOUT_MS = 10_000;
export const TOKEN_BODY_BYTES_MAX = 65_536;
export const TOKEN_CHARACTERS_MAX = 16_384;
export const TOKENS_MAX = 5_000;
/** The lifetime of a token when the answer gives none. */
export const TOKEN_LIFE_SECONDS_DEFAULT = 60;
export const TOKEN_LIFE_SECONDS_MAX = 86_400;
/** A token is fetched anew this long before its end, or in the last tenth of a short life. */
export const TOKEN_MARGIN_SECONDS = 30;

export const MEDIA_TYPE_CHARACTERS_MAX = 100;

/** The time of a call by which a person tries an address, however long its route may wait: a stop waits as long. */
export const CHECK_TIMEOUT_MS = 8_000;
/** Enough of an answer to read whether a chat takes its token. */
export const CHECK_BODY_BYTES_MAX = 16_384;
