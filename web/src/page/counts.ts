// SPDX-License-Identifier: Apache-2.0
/** The counts of the sidebar, which the palette also offers. */
import { LIST_ITEMS_MAX } from '@svc/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../api/reading.ts';
import type { NavItem } from './nav-items.ts';
import { useSandbox } from './sandbox.ts';

/** Reviews that expire first, up to what the service gives at once. */
const waitingReviewsQuery = (isSandbox: boolean) =>
  readOf('listReviews', {
    query: { status: 'PENDING', sandbox: isSandbox ? 'true' : 'false', limit: String(LIST_ITEMS_MAX) },
  });

const openAnomaliesQuery = readOf('listAnomalies', { query: { status: 'OPEN', limit: String(LIST_ITEMS_MAX) } });

/** Waiting reviews of live decisions, or of those of the sandbox. */
export function useWaitingReviews() {
  const isSandbox = useSandbox();
  const reviews = useQuery(waitingReviewsQuery(isSandbox));
  return { ...reviews, items: reviews.data?.items };
}

export interface Count {
  number: number;
  isMore: boolean;
}

export function useCounts(): Partial<Record<NavItem['name'], Count>> {
  const isSandbox = useSandbox();
  const reviews = useWaitingReviews();
  const anomalies = useQuery(openAnomaliesQuery);
  if (isSandbox) return {};
  return {
    reviews: { number: reviews.items?.length ?? 0, isMore: reviews.data?.nextCursor != null },
    anomalies: { number: anomalies.data?.items.length ?? 0, isMore: anomalies.data?.nextCursor != null },
  };
}
