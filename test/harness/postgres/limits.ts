// SPDX-License-Identifier: Apache-2.0
/** Bounds of the test databases, each with its unit. */

export const CLONE_POLL_MS = 20;
export const DROP_POLL_MS = 100;
/** The services that the files of a worker share keep what they opened for a minute: about 60 for each worker. */
export const CONNECTIONS_MAX = 800;
