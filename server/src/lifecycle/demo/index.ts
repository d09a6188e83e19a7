// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the demo: an organization with a year of history that visitors enter and cannot change. It is made anew every
 * night. It refuses to know requests, and what a visitor may call: the table of operations says that.
 */
export { enterDemo } from './enter.ts';
export { DEMO_NAME, type DemoDeps, keepDemo } from './keep.ts';
