// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the overview: the sums of a period, what stopped decisions in it, and what waits now. Refuses to look at single
 * events: it reads hourly sums and short lists, so that it takes the same time however much was decided.
 */
export { readDashboard } from './read-dashboard.ts';
