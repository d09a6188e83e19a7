/** The reviews of a view, found and in order. Those that wait are all here; the others come page by page. */
import type { ReviewItem } from '@svc/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { failureOf } from '../../api/failure.ts';
import { pagesOf } from '../../api/reading.ts';
import type { Messages } from '../../language/en.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWaitingReviews } from '../../shell/counts.ts';
import { useSandbox } from '../../shell/sandbox.ts';
import type { ReviewsSearch } from './search.ts';

export function useFoundReviews() {
  const { messages } = useLanguage();
  const search = useSearch({ from: '/signed-in/reviews' });
  const isSandbox = useSandbox();
  const waiting = useWaitingReviews();
  const { status, q = '' } = search;
  const answered = useInfiniteQuery({
    ...pagesOf('listReviews', { query: { status: status ?? 'APPROVED', q } }),
    enabled: status !== undefined,
  });
  const source = status === undefined ? waiting : answered;
  const all =
    status === undefined
      ? waiting.items
      : answered.data?.pages.flatMap((page) => page.items).filter(({ event }) => event.sandbox === isSandbox);
  const found = all?.filter((item) => status !== undefined || matches(item, q, messages)) ?? [];
  return {
    search,
    /** Undefined until the first answer. */
    all,
    found: status === undefined ? sorted(found, search.sort) : found,
    isTruncated: status === undefined && waiting.data?.nextCursor != null,
    answered,
    failure: source.error === null ? null : failureOf(source.error),
    retry: () => void source.refetch(),
    updatedAtMs: source.dataUpdatedAt,
  };
}

function sorted(items: readonly ReviewItem[], by: ReviewsSearch['sort']): ReviewItem[] {
  if (by === 'risk') return items.toSorted((one, other) => other.event.riskScore - one.event.riskScore);
  return items.toSorted((one, other) => Date.parse(one.expiresAt) - Date.parse(other.expiresAt));
}

/** In every word that the row shows, in the language in which it shows it. */
function matches({ event }: ReviewItem, q: string, { words }: Messages): boolean {
  const text = [
    event.id,
    event.agent.name,
    event.resource.name,
    event.action,
    words.actions[event.action],
    words.classifications[event.resource.classification],
    event.policy?.name ?? '',
    event.recordsAffected ?? '',
    ...event.reasons,
  ]
    .join('\n')
    .toLocaleLowerCase();
  const wanted = q.toLocaleLowerCase().split(/\s+/);
  return wanted.every((word) => text.includes(word));
}
