/** One event: what was asked, what was decided and why, the review of it, and its entries of the audit chain. */
import type { EventDetail } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { failureOf } from '../../api/failure.ts';
import { readOf } from '../../api/reading.ts';
import { DecisionSheet } from '../../decision/decision-sheet.tsx';
import { EventHead } from '../../decision/event-drawer.tsx';
import { Sentence, useActTitle } from '../../decision/sentence.tsx';
import { Facts } from '../../detail/facts.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { AnswerBar } from '../../review/answer-bar.tsx';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { eventWords } from './words.ts';

/** Another person's answer appears within this time. */
const REFRESH_EVERY_MS = 5_000;

export function EventPage() {
  const words = useWords(eventWords);
  const titleOf = useActTitle();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const { data, error, isPending, refetch } = useQuery({
    ...readOf('readEventDetail', { params: { id: eventId } }),
    refetchInterval: ({ state }) => (state.data?.review?.status === 'PENDING' ? REFRESH_EVERY_MS : false),
  });
  const failure = error === null ? null : failureOf(error);
  const isMissing = failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400);
  const crumb = { name: words.events, to: '/events' } as const;
  if (isMissing) {
    return (
      <Page title={words.missingTitle} crumb={crumb}>
        <EmptyState title={words.missingTitle} text={words.missingText}>
          <Link to="/events" search={{}} className={buttonClass()}>
            {words.missingAction}
          </Link>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={data === undefined ? words.title : titleOf(data.event)} crumb={crumb}>
      <ScrollRegion label={words.region}>
        {failure !== null && (
          <div className="p-6">
            <FailureNotice failure={failure} onRetry={() => void refetch()} />
          </div>
        )}
        {isPending && <Skeleton />}
        {data !== undefined && <EventContent detail={data} />}
      </ScrollRegion>
      <Suspense>{data !== undefined && <AnswerBar detail={data} />}</Suspense>
    </Page>
  );
}

function EventContent({ detail }: { detail: EventDetail }) {
  return (
    <>
      <EventFacts detail={detail} />
      <div className="px-8 pt-5 pb-3 max-md:px-4">
        <EventHead detail={detail} />
        <p className="mt-2 max-w-4xl text-sentence text-ink-2 max-md:text-page">
          <Sentence event={detail.event} />
        </p>
      </div>
      <DecisionSheet detail={detail} />
    </>
  );
}

function EventFacts({ detail: { event } }: { detail: EventDetail }) {
  const { messages, format } = useLanguage();
  const words = useWords(eventWords);
  const { destination, recordsAffected, resource } = event;
  return (
    <Facts
      facts={[
        { label: words.agent, value: <span className="font-mono">{event.agent.name}</span> },
        {
          label: words.resource,
          value: <span className="font-mono">{resource.name}</span>,
          hint: messages.words.classifications[resource.classification],
        },
        {
          label: words.destination,
          value: destination === null ? words.notStated : messages.words.destinations[destination],
        },
        { label: words.records, value: recordsAffected === null ? words.notStated : format.number(recordsAffected) },
        {
          label: words.event,
          value: (
            <span className="flex items-center gap-1 font-mono text-body font-normal">
              {event.id.slice(0, 8)}…{event.id.slice(-4)}
              <CopyIcon text={event.id} what={event.id} />
            </span>
          ),
          hint: format.dateTime(event.createdAt),
        },
      ]}
    />
  );
}
