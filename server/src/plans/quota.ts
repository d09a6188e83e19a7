/** The monthly quota of LIVE events. It is soft: an event past it is decided and recorded, and says so. */
import type { Limits } from './limits.ts';

/** @param events of the UTC month, the one that is asked about among them */
export function isOverQuota(events: number, eventsPerMonth: Limits['eventsPerMonth']): boolean {
  return eventsPerMonth !== null && events > eventsPerMonth;
}
