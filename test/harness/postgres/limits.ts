/** Bounds of the test databases, each with its unit. */

export const CONNECT_WITHIN_MS = 10_000;
/** A template is busy while somebody is connected to it or another clone is being made of it. */
export const CLONE_WITHIN_MS = 20_000;
export const CLONE_POLL_MS = 20;
/** An autovacuum worker is busy for about as long as the test's rows take to read. */
export const DROP_WITHIN_MS = 20_000;
export const DROP_POLL_MS = 100;
export const CONNECTIONS_MAX = 200;
/** For one step of a service process in a test, its start and the making of a cluster included. */
export const EVENT_WITHIN_MS = 30_000;
export const COPY_WITHIN_MS = 30_000;
