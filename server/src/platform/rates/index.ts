// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the rates of one process: windows for decisions, and the look-ups of unknown secrets.
 * Refuses to know who is limited, and to how many: callers name the bucket.
 */
export { createLookUps, type LookUps } from './look-ups.ts';
export { type ProcessWindow, processWindow } from './process-window.ts';
