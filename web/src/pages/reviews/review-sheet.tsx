/** The review that is open: its sentence, why it waits, and at its foot the answer. */

import type { EventDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { Sentence } from '../../decision/sentence.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../shell/page.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Moment, useNow } from '../../ui/moment.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { reviewsWords } from './words.ts';

/** The explanation arrives while its data do: the list and the sentence do not wait for it. */
const DecisionSheet = lazy(() => explanation().then((part) => ({ default: part.DecisionSheet })));
const AnswerBar = lazy(() => answer().then((part) => ({ default: part.AnswerBar })));
const explanation = () => import('../../decision/decision-sheet.tsx');
const answer = () => import('../../review/answer-bar.tsx');

/** Another person's answer appears within this time. */
const REFRESH_EVERY_MS = 5_000;
const HURRY_MS = 3_600_000;

export function ReviewSheet({ eventId }: { eventId: string }) {
  const words = useWords(reviewsWords);
  const detail = useQuery({
    ...readOf('readEventDetail', { params: { id: eventId } }),
    refetchInterval: ({ state }) => (state.data?.review?.status === 'PENDING' ? REFRESH_EVERY_MS : false),
  });
  const failure = detail.error === null ? null : failureOf(detail.error);
  const isGone = failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400);
  return (
    <>
      <ScrollRegion label={words.sheet}>
        {isGone && <EmptyState title={words.goneTitle} text={eventId} />}
        {failure !== null && !isGone && (
          <div className="p-6">
            <FailureNotice failure={failure} onRetry={() => void detail.refetch()} />
          </div>
        )}
        {detail.isPending && <Skeleton />}
        {detail.data !== undefined && (
          <>
            <SheetHead detail={detail.data} />
            <Suspense fallback={<Skeleton />}>
              <DecisionSheet detail={detail.data} />
            </Suspense>
          </>
        )}
      </ScrollRegion>
      {detail.data !== undefined && (
        <Suspense>
          <AnswerBar detail={detail.data} />
        </Suspense>
      )}
    </>
  );
}

function SheetHead({ detail: { event, review } }: { detail: EventDetail }) {
  const { format } = useLanguage();
  const words = useWords(reviewsWords);
  const nowMs = useNow();
  const left = review?.status === 'PENDING' ? format.left(review.expiresAt, nowMs) : null;
  const isHurried = review !== null && Date.parse(review.expiresAt) - nowMs < HURRY_MS;
  return (
    <div className="px-8 pt-6 pb-4 max-md:px-4 max-md:pt-4">
      <div className="flex min-h-7 items-center justify-between gap-3 text-meta text-ink-3">
        <p>
          <Moment iso={event.createdAt} text={words.asked(format.ago(event.createdAt, nowMs))} />
          {left !== null && (
            <span className={isHurried ? 'font-semibold text-review-ink' : ''}> · {words.expiresIn(left)}</span>
          )}
        </p>
        <p className="flex items-center gap-1 max-md:hidden">
          <span className="font-mono">{`${event.id.slice(0, 8)}…${event.id.slice(-4)}`}</span>
          <CopyIcon text={event.id} what={words.eventId} />
          <Link
            to="/events/$eventId"
            params={{ eventId: event.id }}
            aria-label={words.openAsPage}
            title={words.openAsPage}
            className="grid size-7 place-items-center rounded-m hover:bg-hover hover:text-ink"
          >
            <ExternalLink aria-hidden className="size-3.5" />
          </Link>
        </p>
      </div>
      <h2 className="mt-2 max-w-3xl text-sentence text-ink-2 max-md:text-page">
        <Sentence event={event} />
      </h2>
    </div>
  );
}
