// SPDX-License-Identifier: Apache-2.0
/** Bounds of the test databases, each with its unit. */

export const CONNECT_WITHIN_MS = 10_000;
/** A template is busy while a connection to it is open or another clone is being made. */
export const CLONE_WITHIN_MS = 20_000;
export const CLONE_POLL_MS = 20;
/** An autovacuum worker is busy for about the time of reading the test's rows. */
export const DROP_WITHIN_MS = 20_000;
export const DROP_POLL_MS = 100;
/** The services that the files of a worker share keep what they opened for a minute: about 60 for each worker. */
export const CONNECTIONS_MAX = 800;
/** One step of a service process in a test, including its start and the making of a cluster. */
export const EVENT_WITHIN_MS = 30_000;
export const COPY_WITHIN_MS = 30_000;
