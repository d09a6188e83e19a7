// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the counts and measurements of a running process, and serves them in the text format of Prometheus on a listener
 * of its own. It refuses to know any organization, person, key or content. No label can hold one, since every label's
 * values are written here.
 */
export type { MetricsListener } from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { StepClock } from './tallies.ts';

/** Loaded when it is called: a process that serves no metrics does without the library that writes them. */
export const loadMetricsListener = () => import('./listener.ts');
