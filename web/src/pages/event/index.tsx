/** One event: what was asked, what was decided and why, the review of it, and its entries of the audit chain. */
import type { EventDetail } from '@svc/contract';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isNotThere } from '../../api/failure.ts';
import { DecisionSheet } from '../../decision/decision-sheet.tsx';
import { useEventDetail } from '../../decision/event-detail.ts';
import { EventHead } from '../../decision/event-drawer.tsx';
import { Sentence, useActTitle } from '../../decision/sentence.tsx';
import { Facts } from '../../detail/facts.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { AnswerBar } from '../../review/answer-bar.tsx';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { Answered } from '../../ui/answered.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CopyIcon } from '../../ui/copy.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { eventWords } from './words.ts';

export function EventPage() {
  const words = useWords(eventWords);
  const titleOf = useActTitle();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const detail = useEventDetail(eventId);
  const { data, error } = detail;
  const crumb = { name: words.events, to: '/events' } as const;
  if (isNotThere(error)) {
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
      <ScrollRegion label={words.region} className="[--panel-inset:1.5rem]">
        <Answered query={detail}>{(answer) => <EventContent detail={answer} />}</Answered>
      </ScrollRegion>
      <div className="contents [--panel-inset:1.5rem]">
        <Suspense>{data !== undefined && <AnswerBar detail={data} />}</Suspense>
      </div>
    </Page>
  );
}

function EventContent({ detail }: { detail: EventDetail }) {
  return (
    <>
      <div className="px-(--panel-inset) pt-5 pb-3 max-md:px-4">
        <EventHead detail={detail} />
        <p className="mt-2 max-w-4xl text-sentence text-ink-2 max-md:text-page">
          <Sentence event={detail.event} />
        </p>
      </div>
      <DecisionSheet detail={detail} facts={<EventFacts detail={detail} />} />
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
