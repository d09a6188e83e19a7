// SPDX-License-Identifier: Apache-2.0
/** Bounds of the embedded server, each with its unit; nothing in this folder waits, retries or grows without one. */

/** Crash recovery replays at most about max_wal_size of log; a slow disk needs minutes for that, not hours. */
export const READY_WITHIN_MS = 300_000;
export const READY_POLL_MS = 4;
export const READY_REPORT_EVERY_MS = 5_000;
export const START_ATTEMPTS_MAX = 4;

export const INITDB_WITHIN_MS = 120_000;
export const INITDB_COMPLAINT_CHARACTERS_MAX = 8_192;
/** Each try waits this much longer than the one before. */
export const DRAFT_REMOVAL_DELAY_MS = 50;
export const DRAFT_REMOVALS_MAX = 8;
export const LINKS_WITHIN_MS = 30_000;
export const CONNECT_WITHIN_MS = 10_000;
/** Lists and command lines come from `ps` where there is no /proc. */
export const PROCESS_LIST_WITHIN_MS = 5_000;
export const COMMAND_OUTPUT_BYTES_MAX = 4_194_304;

/** How long a whole stop may take unless the caller says otherwise; the parts below are shares of it. */
export const STOP_WITHIN_MS = 6_000;
export const STOP_FAST_SHARE = 0.75;
export const STOP_IMMEDIATE_SHARE = 0.2;
export const STOP_POLL_MS = 5;
/** A server found stopping at a start may be waiting for clients that will not leave. */
export const STOPPING_WITHIN_MS = 15_000;
/** After SIGKILL only the kernel's own clean-up is waited for. */
export const KILL_WITHIN_MS = 5_000;

/** Backends notice a dead postmaster themselves unless they are busy; after this they are killed. */
export const STRAY_GRACE_MS = 300;

/** An adopted postmaster is no child of ours, so its end is seen by looking. */
export const ADOPTED_POLL_MS = 50;

/** Waits before restart 1, 2, 3, …; the last one repeats, because a full disk may be emptied hours later. */
export const RESTART_DELAYS_MS: readonly number[] = [0, 100, 500, 1_000, 2_000, 5_000];
/** Faults that one row of restarts tells, each once. */
export const FAULTS_TOLD_MAX = 10;
/** A server that lived this long counts as healthy again: the next crash starts at the first delay. */
export const HEALTHY_AFTER_MS = 30_000;

export const LOCK_SETTLE_MS = 5_000;
export const LOCK_POLL_MS = 10;
export const LOCK_PROBE_WITHIN_MS = 1_000;

export const LOG_FILE_BYTES_MAX = 4_194_304;
export const LOG_CHECK_EVERY_MS = 60_000;
export const LOG_TAIL_BYTES = 8_192;

/** sun_path holds 104 bytes on macOS and 108 on Linux, the closing zero included. */
export const SOCKET_PATH_BYTES_MAX = 103;

/** Making a system user takes well under a second. */
export const ACCOUNT_MAKING_WITHIN_MS = 10_000;
export const ACCOUNT_MAKING_ATTEMPTS = 5;
export const ACCOUNT_MAKING_PAUSE_MS = 500;
