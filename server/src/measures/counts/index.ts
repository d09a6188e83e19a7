// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what is counted of recorded events, some seconds behind the decisions. Decisions are summed by hour and by day,
 * figures stand beside registered records, and agents are compared with their past. Each event is read once. Refuses to
 * know how decisions are made, what a record is, and what is unusual.
 */
export { countAllEvents } from './count-all.ts';
export { countEvents } from './count-events.ts';
export { sumDays } from './days.ts';
export { readDoorUses } from './door-uses.ts';
export { forgetDecisionSums } from './past-sums.ts';
export { hoursOf, type Period, readSpan, rowsOfSpan, type Span, valuesOfSpan } from './spans.ts';
