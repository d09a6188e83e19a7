// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the evaluation of proposed policies over stored LIVE events: runs with progress, cancel and result, each in one
 * process and visible from all. Refuses to know how a policy decides, and how a set is proposed.
 */
export { createImpacts, type Impacts } from './run.ts';
export { readImpact } from './runs.ts';
