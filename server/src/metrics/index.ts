/**
 * Owns what is counted and measured of a running process, and shows it in the text format of Prometheus on a listener
 * of its own. It refuses to know any organization, person, key or content: no label can hold one, since every label's
 * values are written here.
 */
export type { MetricsListener } from './listener.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { StepClock } from './tallies.ts';
