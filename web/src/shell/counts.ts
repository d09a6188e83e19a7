/** The counts of the sidebar, which the palette also offers. */
import { LIST_ITEMS_MAX } from '@svc/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { readOf } from '../api/reading.ts';
import type { Place } from './places.ts';
import { useSandbox } from './sandbox.ts';

/** A person who waits for a review sees it within this time. */
const REVIEWS_REFRESH_EVERY_MS = 5_000;
const ANOMALIES_REFRESH_EVERY_MS = 60_000;

/** Everything that waits, up to what the service gives at once. */
const waitingReviewsQuery = {
  ...readOf('listReviews', { query: { status: 'PENDING', limit: String(LIST_ITEMS_MAX) } }),
  refetchInterval: REVIEWS_REFRESH_EVERY_MS,
};

const openAnomaliesQuery = {
  ...readOf('listAnomalies', { query: { status: 'OPEN', limit: String(LIST_ITEMS_MAX) } }),
  refetchInterval: ANOMALIES_REFRESH_EVERY_MS,
};

/** Waiting reviews of live decisions, or of those of the sandbox. */
export function useWaitingReviews() {
  const isSandbox = useSandbox();
  const reviews = useQuery(waitingReviewsQuery);
  return { ...reviews, items: reviews.data?.items.filter(({ event }) => event.sandbox === isSandbox) };
}

export interface Count {
  number: number;
  isMore: boolean;
}

export function useCounts(): Partial<Record<Place['name'], Count>> {
  const isSandbox = useSandbox();
  const reviews = useWaitingReviews();
  const anomalies = useQuery(openAnomaliesQuery);
  if (isSandbox) return {};
  return {
    reviews: { number: reviews.items?.length ?? 0, isMore: reviews.data?.nextCursor != null },
    anomalies: { number: anomalies.data?.items.length ?? 0, isMore: anomalies.data?.nextCursor != null },
  };
}
