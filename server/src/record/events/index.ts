// SPDX-License-Identifier: Apache-2.0
/**
 * Owns decision events after they were recorded: reading one for a key, listing them, and explaining one to a person.
 * Refuses to know how a decision is made and recorded.
 */
export { causeOf, stoppedBy, stopperOf } from './cause-of.ts';
export { eraseContext } from './erase-context.ts';
export {
  type EventItemRow,
  ITEM_COLUMNS,
  ITEM_JOINS,
  itemOf,
  reviewItemOf,
  searchCondition,
} from './event-item.ts';
export { eventNumbers } from './event-numbers.ts';
export { explainEvent } from './explain-event.ts';
export { EVENT_MARK, exactOf, listEvents, sectionOf } from './list-events.ts';
export { readable, readEvent } from './read-event.ts';
export { redeemableUntilMs, redemptionOf } from './redemption.ts';
export {
  ACT_JOIN,
  actJoin,
  contextOf,
  decisionOf,
  EVENT_COLUMNS,
  type EventRow,
  LISTED_RECORD,
} from './stored-event.ts';
export { createWaitingCalls, type WaitingCalls } from './waiting-calls.ts';
export { waysOutOfEvent } from './ways-out.ts';
