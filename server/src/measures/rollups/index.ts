// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the counts of decisions by hour and by day: counting recorded events, the rows of a period, and the end of old
 * sums. Refuses to know how decisions are made, and what agents and policies are called now.
 */
export { countDecisions } from './count-decisions.ts';
export { sumDays } from './days.ts';
export { countAllDecisions, type EveryOrganization, forgetOldSums } from './every-organization.ts';
export { hoursOf, type Period, readSpan, rowsOfSpan, type Span, valuesOfSpan } from './spans.ts';
