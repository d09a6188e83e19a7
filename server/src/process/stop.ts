// SPDX-License-Identifier: Apache-2.0
/** All work under way is given up this long after the end of listening. */
export const STOP_WITHIN_MS = 10_000;
