// SPDX-License-Identifier: Apache-2.0
/**
 * Owns rate limits: windows of one process, for decisions, and windows that all processes share, for what is rare. It
 * counts failed attempts at secrets, and bounds look-ups of unknown ones.
 * Refuses to know who is limited, and to how many: callers name the rule and the bucket.
 */
export { type AttemptLimits, type Attempts, createAttempts } from './attempts.ts';
export { createLookUps, type LookUps } from './look-ups.ts';
export { type ProcessWindow, processWindow } from './process-window.ts';
export { hitSharedWindow } from './shared-window.ts';
export { deleteSpentWindows } from './spent-windows.ts';
