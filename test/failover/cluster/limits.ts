// SPDX-License-Identifier: Apache-2.0
/** Bounds of the cluster, each with its unit. They are wide because the machine may be busy with other tests. */

export const POLL_MS = 100;
/** From SIGTERM to SIGKILL. */
export const ENDS_WITHIN_MS = 20_000;
export const CONNECT_WITHIN_MS = 5_000;
export const ASK_WITHIN_MS = 5_000;

export const LEADER_TTL_SECONDS = 20;
export const LOOP_WAIT_SECONDS = 2;
export const RETRY_TIMEOUT_SECONDS = 4;
export const CONNECTIONS_MAX = 200;
