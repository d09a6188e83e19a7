// SPDX-License-Identifier: Apache-2.0
/** Bounds of these tests, each with its unit. They are wide because the machine may be busy with other tests. */

/** No request may hang: an answer or the end of its connection comes within this time. */
export const ANSWER_WITHIN_MS = 40_000;
export const RETRY_PAUSE_MS = 20;
export const POLL_MS = 10;
export const LOG_TAIL_CHARACTERS = 4_000;
/** The shortest absence of the database. */
export const AWAY_MS = { min: 2_000, max: 3_000 };
/** Longer than the service waits for an answer of its database, so that it gives up open connections. */
export const FROZEN_FOR_LONG_MS = 30_000;
