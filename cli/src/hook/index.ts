// SPDX-License-Identifier: Apache-2.0
/**
 * Owns `svc hook NAME`, which a coding assistant starts before and after each call of a tool: it asks the service, and
 * prints the answer. Whatever goes wrong is a denial in the shape of the harness. It refuses to know what is decided.
 */
export { askService } from './ask.ts';
export { HARNESS_NAMES } from './harnesses.ts';
export { isHookCall, runHook } from './run.ts';
