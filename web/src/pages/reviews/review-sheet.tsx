// SPDX-License-Identifier: Apache-2.0
/** The review that is open: its sentence, why it waits, and at its foot the answer. */
import type { EventDetail } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useEventDetail } from '../../decision/event-detail.ts';
import { Sentence } from '../../decision/sentence.tsx';
import { PANEL_INSET } from '../../detail/panel.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { ScrollRegion } from '../../page/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Timestamp, useNow } from '../../ui/timestamp.tsx';
import { reviewsWords } from './words.ts';

/** The explanation arrives while its data do: the list and the sentence do not wait for it. */
const ReviewedSheet = lazy(() => explanation().then((part) => ({ default: part.ReviewedSheet })));
const AnswerBar = lazy(() => answer().then((part) => ({ default: part.AnswerBar })));
const AgentPast = lazy(() => import('../../review/agent-past.tsx').then((part) => ({ default: part.AgentPast })));
const explanation = () => import('../../decision/decision-sheet.tsx');
const answer = () => import('../../review/answer-bar.tsx');

const HURRY_MS = 3_600_000;

export function ReviewSheet({ eventId }: { eventId: string }) {
  const words = useWords(reviewsWords);
  const detail = useEventDetail(eventId);
  return (
    <>
      <ScrollRegion label={words.sheet}>
        <Answered query={detail} missing={<EmptyState title={words.goneTitle} text={eventId} />}>
          {(data) => (
            <>
              <SheetHead detail={data} />
              <Suspense fallback={<Skeleton />}>
                <ReviewedSheet detail={data} past={<AgentPast event={data.event} />} />
              </Suspense>
            </>
          )}
        </Answered>
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
  const { messages, format } = useLanguage();
  const words = useWords(reviewsWords);
  const nowMs = useNow();
  const left = review?.status === 'PENDING' ? format.left(review.expiresAt, nowMs) : null;
  const isOver = review?.status === 'PENDING' && left === null;
  const isHurried = review !== null && Date.parse(review.expiresAt) - nowMs < HURRY_MS;
  return (
    <div className={`${PANEL_INSET} pt-4 pb-4 @2xl:pt-6`}>
      <div className="flex min-h-7 items-center justify-between gap-3 text-meta text-ink-3">
        <p>
          <Timestamp iso={event.createdAt} text={words.asked(format.dateTime(event.createdAt))} />
          {left !== null && (
            <span className={isHurried ? 'font-semibold text-review-ink' : ''}> · {words.expiresIn(left)}</span>
          )}
          {isOver && <span className="text-block-ink"> · {messages.words.outcomes.expired}</span>}
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
      <h2 className="mt-2 max-w-3xl text-page text-ink-2 @2xl:text-sentence">
        <Sentence event={event} />
      </h2>
    </div>
  );
}
