// SPDX-License-Identifier: Apache-2.0
/** In the place of an open review while none waits: those that ended last, each on its way to its sheet. */
import type { ReviewItem, ReviewStatus } from '@svc/contract';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readOf } from '../../api/reading.ts';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useSandbox } from '../../page/sandbox.ts';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { ReviewRow } from './review-row.tsx';
import { reviewsWords } from './words.ts';

const SHOWN_MAX = 5;
const ENDED = ['APPROVED', 'DENIED', 'EXPIRED'] as const satisfies readonly ReviewStatus[];
const MINUTE_MS = 60_000;

export function LastAnswered() {
  const words = useWords(reviewsWords);
  const { format } = useLanguage();
  const nowMs = useNow(MINUTE_MS);
  const sandbox = useSandbox() ? 'true' : 'false';
  const lists = useQueries({
    queries: ENDED.map((status) => readOf('listReviews', { query: { status, sandbox, limit: `${SHOWN_MAX}` } })),
  });
  const items = lists.flatMap(({ data }) => data?.items ?? []).toSorted((one, other) => endedMs(other) - endedMs(one));
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="last-answered" className="p-6 max-md:p-4">
      <h2 id="last-answered" className="mb-2 font-semibold">
        {words.lastAnswered}
      </h2>
      <ul className="max-w-2xl divide-y divide-line border-y border-line">
        {items.slice(0, SHOWN_MAX).map((item) => (
          <li key={item.eventId}>
            <Link
              to="/reviews"
              search={{ status: item.status as (typeof ENDED)[number], event: item.eventId }}
              className="-mx-2 flex flex-col gap-1.5 rounded-m px-2 py-2.5 transition-colors hover:bg-hover"
            >
              <ReviewRow item={item} />
              <span className="text-meta text-ink-3">
                {item.decidedBy !== null && `${item.decidedBy.name}, `}
                <Timestamp iso={endedAt(item)} text={format.recent(endedAt(item), nowMs)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const endedAt = ({ decidedAt, expiresAt }: ReviewItem): string => decidedAt ?? expiresAt;
const endedMs = (item: ReviewItem): number => Date.parse(endedAt(item));
