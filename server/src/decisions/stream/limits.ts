// SPDX-License-Identifier: Apache-2.0
/** The bounds of streams, each with its unit. */

/** A person has a few windows, in a few browsers. */
export const STREAMS_PER_PERSON_MAX = 20;
/** Bytes that a reader may be behind; a slower one is dropped, and resumes. */
export const UNREAD_BYTES_MAX = 65_536;
/** Between two messages, so that no proxy takes the stream for dead. */
export const PING_EVERY_MS = 20_000;

/** Two looks at an organization begin at least so far apart. */
export const LOOK_EVERY_MS = 200;
/** A look for what nothing told of: a process may die between its commit and its telling. */
export const LOOK_UNTOLD_EVERY_MS = 5_000;
/** Sessions end by themselves too. */
export const CHECK_SESSIONS_EVERY_MS = 60_000;
/** Audit numbers of one look. */
export const NUMBERS_PER_LOOK_MAX = 2_000;
/** The longest absence after which a stream is resumed. */
export const RESUMED_WITHIN_MS = 600_000;

/** Decisions that are told one by one; all are counted. */
export const DECISIONS_PER_SECOND_MAX = 20;
/** Reviews, anomalies and changes of one message. */
export const ITEMS_PER_MESSAGE_MAX = 50;
