// SPDX-License-Identifier: Apache-2.0
/** One event with why. News of its review have it read again, and so does the end of its time, or of its act's. */
import type { EventDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../api/reading.ts';

/** The clock of the device may be ahead of that of the service, which tells the end. */
const READ_AGAIN_MS = 5_000;
/** A timer of the browser waits no longer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function useEventDetail(id: string) {
  return useQuery({
    ...readOf('readEventDetail', { params: { id } }),
    refetchInterval: ({ state: { data } }) => untilEndMs(data),
    refetchIntervalInBackground: true,
  });
}

function untilEndMs(detail: EventDetail | undefined): number | false {
  const redemption = detail?.event.redemption;
  const end = detail?.review?.status === 'PENDING' ? detail.review.expiresAt : redemption?.redeemableUntil;
  if (end === undefined || (redemption != null && redemption.status !== 'OPEN')) return false;
  return Math.min(TIMER_MS_MAX, Math.max(READ_AGAIN_MS, Date.parse(end) - Date.now()));
}
