// SPDX-License-Identifier: Apache-2.0
/** Bounds of the rounds, each with its unit. */

export const DECIDING_CALLERS = 6;
export const FORWARDING_CALLERS = 2;
/** The patience of the client library. */
export const ANSWER_WITHIN_MS = 10_000;
/** A caller that was not answered goes to the other process after this pause. */
export const AGAIN_AFTER_MS = 500;
export const BETWEEN_REQUESTS_MS = 20;
/** A key that is not answered for so long is a fault of the round. */
export const ANSWER_A_KEY_WITHIN_MS = 180_000;
/** Load before the fault, and after both processes decide again. */
export const LOAD_BEFORE_MS = 3_000;
export const LOAD_AFTER_MS = 3_000;
export const READY_EVERY_MS = 250;
export const READY_WITHIN_MS = 3_000;
/** A commit that a standby has to confirm; one that hangs is given up, and another is tried. */
export const WRITE_EVERY_MS = 200;
export const WRITE_WITHIN_MS = 1_000;
/** An approval that is heard comes much sooner than the end of the wait. */
export const WAIT_MS = 6_000;
export const HEARD_WITHIN_MS = 3_000;
export const REPLAYS_PER_ROUND = 10;
/** Decisions that an asynchronous standby may lack: those that were answered so shortly before the primary's death. */
export const UNSENT_MS = 4_000;
