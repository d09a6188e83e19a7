// SPDX-License-Identifier: Apache-2.0
/** The calls of agents: each keeps to few habits, and now and then does what is stopped. */
import type { Destination, EventAction, EventContext } from '@svc/contract';
import type { Random } from './random.ts';

export interface PastCall {
  agent: string;
  action: EventAction;
  resource: string;
  destination?: Destination;
  recordsAffected: number;
  /** It is scanned and forgotten, as always. */
  content?: string;
  /** The words of the agent about it. */
  context?: EventContext;
}

export interface Habit extends Omit<PastCall, 'recordsAffected' | 'content'> {
  /** How often, beside the others. */
  weight: number;
  recordsMax: number;
  contents?: readonly string[];
}

/** The minutes before the end of the past at which something happens that a person should notice. */
interface RecentCall extends PastCall {
  minutesBefore: number;
}

/** The agents of an organization, and their last hours. */
export interface Habits {
  usual: readonly Habit[];
  /** They wait for a person, where a policy or the risk asks for one. */
  waiting: readonly RecentCall[];
  /** Stopped, or out of the ordinary. */
  striking: readonly RecentCall[];
}

/** A habit that takes e-mail out of the organization, one record at a time. */
export function mails(agent: string, resource: string, weight: number): Habit {
  return { agent, action: 'SEND_EMAIL', resource, destination: 'EXTERNAL_EMAIL', weight, recordsMax: 1 };
}

/** Draws calls of these habits, the usual ones more often. */
export function drawCalls(habits: readonly Habit[], random: Random): () => PastCall {
  const drawn = habits.flatMap((habit) => Array.from({ length: habit.weight }, () => habit));
  return () => {
    const { weight: _, recordsMax, contents, ...call } = random.pick(drawn);
    const recordsAffected = random.between(1, recordsMax);
    return { ...call, recordsAffected, ...(contents !== undefined && { content: random.pick(contents) }) };
  };
}

const HOUR_MS = 3_600_000;
/** São Paulo is three hours behind UTC all year. */
const ZONE_MS = -3 * HOUR_MS;
const SUNDAY = 0;
const SATURDAY = 6;

/**
 * The moments of the calls of one day, in order: more on working days, in working hours, and later in the history.
 * @param dayStartMs midnight of UTC; the day is that of São Paulo with the same date
 */
export function momentsOf(dayStartMs: number, growth: number, perDay: number, random: Random): number[] {
  const weekday = new Date(dayStartMs).getUTCDay();
  const isWorkingDay = weekday !== SATURDAY && weekday !== SUNDAY;
  const count = Math.round(
    perDay * (isWorkingDay ? 1.2 : 0.3) * (0.4 + 0.6 * growth) * (0.8 + random.between(0, 40) / 100),
  );
  const moments = Array.from({ length: count }, () => {
    const isWorkingHour = random.chance(isWorkingDay ? 0.9 : 0.5);
    const hour = isWorkingHour ? random.between(9, 17) : random.between(0, 23);
    return dayStartMs - ZONE_MS + hour * HOUR_MS + random.between(0, HOUR_MS - 1);
  });
  return moments.sort((one, other) => one - other);
}
