// SPDX-License-Identifier: Apache-2.0
/** Bounds of the provisioning file, each with its unit. */

export const FAULTS_MAX = 100;
export const WARNINGS_MAX = 100;

/** The length of any list without another limit, such as the agents of a route. */
export const LIST_ITEMS_MAX = 10_000;
export const SCOPE_CHARACTERS_MAX = 1_000;
export const UPSTREAM_TIMEOUT_MS_MAX = 300_000;
/** The greatest PostgreSQL integer. */
export const COUNT_MAX = 2_147_483_647;

/** The time of the proofs of an organization's guardrails: its decisions wait meanwhile. */
export const PROOF_MS_MAX = 5_000;

/** The time for which a process waits for another one that is applying a file. */
export const LOCK_WAIT_MS_MAX = 60_000;
export const LOCK_POLL_MS = 50;
/** Accounts hashed at once: each hash takes a core and 19 MiB for some 30 ms. */
export const PASSWORD_HASHES_AT_ONCE_MAX = 2;
