/** The monthly quota of LIVE events. It is soft: an event past it is decided and recorded, and marked. */
import type { Limits } from './limits.ts';

/** @param events number in the UTC month, including the current one */
export function isOverQuota(events: number, eventsPerMonth: Limits['eventsPerMonth']): boolean {
  return eventsPerMonth !== null && events > eventsPerMonth;
}
