// SPDX-License-Identifier: Apache-2.0
/** Bounds of the cluster, each with its unit. They are wide because the machine may be busy with other tests. */

export const POLL_MS = 100;
/** The time from a program's start to its first answer. */
export const ANSWERS_WITHIN_MS = 60_000;
/** A cluster that is made, or mended: three members, of which two follow the first. */
export const WHOLE_WITHIN_MS = 150_000;
/** The time from a node's death to another primary: the key of the leader lives for `LEADER_TTL_SECONDS`. */
export const ANOTHER_PRIMARY_WITHIN_MS = 90_000;
/** From SIGTERM to SIGKILL. */
export const ENDS_WITHIN_MS = 20_000;
export const CONNECT_WITHIN_MS = 5_000;
export const ASK_WITHIN_MS = 5_000;

export const LEADER_TTL_SECONDS = 20;
export const LOOP_WAIT_SECONDS = 2;
export const RETRY_TIMEOUT_SECONDS = 4;
export const CONNECTIONS_MAX = 200;
