// SPDX-License-Identifier: Apache-2.0
/** Past reviews that are like one: of the same agent, action, resource and destination, and no longer open. */
import type { EventItem } from '@svc/contract';

type Past = Pick<EventItem, 'id' | 'destination' | 'recordsAffected' | 'review'>;

/** @param items reviews of the same agent, action and resource */
export function similarTo<One extends Past>({ id, destination }: Past, items: readonly One[]): One[] {
  return items.filter(
    (one) => one.id !== id && one.destination === destination && one.review !== null && one.review.status !== 'PENDING',
  );
}

export interface Counts {
  approved: number;
  denied: number;
  expired: number;
}

export function countsOf(similar: readonly Past[]): Counts {
  const count = (status: string) => similar.filter(({ review }) => review?.status === status).length;
  return { approved: count('APPROVED'), denied: count('DENIED'), expired: count('EXPIRED') };
}

/** @returns how much larger it is than the largest that people approved; null when it is not, or none is known */
export function largestOf(event: Past, similar: readonly Past[]): { times: number; records: number } | null {
  const approved = similar.filter(({ review }) => review?.status === 'APPROVED');
  const records = Math.max(0, ...approved.map(({ recordsAffected }) => recordsAffected ?? 0));
  if (event.recordsAffected === null || records === 0 || event.recordsAffected <= records) return null;
  return { times: event.recordsAffected / records, records };
}
