/** Bounds of these tests, each with its unit. They are wide: the machine may be busy with other tests. */

/** From the start of a process to its first answer, recovery of its database included. */
export const START_WITHIN_MS = 60_000;
/** The service's own promise. */
export const STOP_WITHIN_MS = 10_000;
/** From the death of a process to the first decision that was asked for after it. */
export const RECOVER_WITHIN_MS = 30_000;
/** No request may hang: whatever happens, an answer or the end of its connection comes by then. */
export const ANSWER_WITHIN_MS = 40_000;
/** A client gives up its retries, and the test fails. */
export const DELIVER_WITHIN_MS = 60_000;
export const RETRY_PAUSE_MS = 20;
export const POLL_MS = 10;
export const LOG_TAIL_CHARACTERS = 4_000;
/** While the database is away an answer may wait for what became of a lost commit, and no longer. */
export const UNAVAILABLE_WITHIN_MS = 10_000;
/** How long a database is away, at least. */
export const AWAY_MS = { min: 2_000, max: 3_000 };
/** Longer than the service waits for an answer of its database, so that it gives up connections that are open. */
export const FROZEN_FOR_LONG_MS = 30_000;
/** By then it has given up the query, and looking for what became of its commit. */
export const MUTE_UNAVAILABLE_WITHIN_MS = 25_000;
