/**
 * Owns rate limits: windows of one process, for decisions, and windows that all processes share, for what is rare.
 * Refuses to know who is limited, and to how many: callers name the rule and the bucket.
 */
export { type ProcessWindow, processWindow } from './process-window.ts';
export { hitSharedWindow, type RateRule } from './shared-window.ts';
export { deleteSpentWindows } from './spent-windows.ts';
