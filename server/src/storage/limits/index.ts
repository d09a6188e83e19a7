// SPDX-License-Identifier: Apache-2.0
/**
 * Owns limits that all processes share: exact sliding windows for what is rare, failed attempts at secrets, and whose
 * organizations count as one holder. Refuses to know who is limited, and to how many: callers name the rule.
 */
export { type AttemptLimits, type Attempts, createAttempts } from './attempts.ts';
export { learnHolders } from './learn-holders.ts';
export { hitSharedWindow } from './shared-window.ts';
