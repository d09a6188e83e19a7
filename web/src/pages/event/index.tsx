/** One event: what was asked, what was decided and why, the review of it, and its entries of the audit chain. */
import type { EventDetail, EventItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { failureOf } from '../../api/failure.ts';
import { eventQuery } from '../../api/queries.ts';
import { useLanguage } from '../../language/index.tsx';
import { Badge, DecisionBadge, RiskBadge } from '../../ui/badge.tsx';
import { LINK_AS_BUTTON } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { Why } from './why.tsx';

export function EventPage() {
  const { messages } = useLanguage();
  const { eventId } = useParams({ from: '/signed-in/events/$eventId' });
  const event = useQuery(eventQuery(eventId));
  const failure = event.error === null ? null : failureOf(event.error);
  if (failure?.kind === 'refused' && (failure.status === 404 || failure.status === 400)) return <EventNotFound />;
  return (
    <div className="flex flex-col gap-5">
      {event.data === undefined && <title>{`${messages.event.id} · svc`}</title>}
      <Back isReviewed={event.data?.review != null} />
      {failure !== null && <FailureNotice failure={failure} onRetry={() => void event.refetch()} />}
      {event.isPending && <p className="text-muted">{messages.loading}</p>}
      {event.data !== undefined && <Detail detail={event.data} />}
    </div>
  );
}

function Detail({ detail }: { detail: EventDetail }) {
  const { event, review, why, audit } = detail;
  return (
    <>
      <Heading event={event} />
      {/* On a narrow screen one below the other, what is to be done first. */}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]">
        {review !== null && (
          <div className="lg:col-start-2">
            <ReviewPanel event={event} review={review} />
          </div>
        )}
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Why event={event} why={why} />
          <History entries={audit} review={review} />
        </div>
        <div className="lg:col-start-2">
          <Facts event={event} />
        </div>
      </div>
    </>
  );
}

/** To the list that the event stands in for who looks at it: the work that waits, or all that was decided. */
function Back({ isReviewed }: { isReviewed: boolean }) {
  const { messages } = useLanguage();
  return (
    <Link
      to={isReviewed ? '/reviews' : '/events'}
      search={{}}
      className="flex w-fit items-center gap-1.5 text-sm text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {isReviewed ? messages.reviews.title : messages.events.title}
    </Link>
  );
}

function Heading({ event }: { event: EventItem }) {
  const { messages } = useLanguage();
  return (
    <PageHeading
      title={messages.words.actionsOn[event.action](event.resource.name)}
      lead={`${messages.event.agentAsks}: ${event.agent.name}`}
    >
      <div className="flex flex-wrap gap-2">
        {event.sandbox && <Badge tone="neutral">{messages.events.sandbox}</Badge>}
        <RiskBadge level={event.riskLevel} score={event.riskScore} />
        <DecisionBadge decision={event.finalDecision} />
      </div>
    </PageHeading>
  );
}

function EventNotFound() {
  const { messages } = useLanguage();
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={messages.eventNotFound.title} />
      <EmptyState icon={SearchX} title={messages.failures.byCode.not_found.what} text={messages.eventNotFound.text}>
        <Link to="/events" search={{}} className={LINK_AS_BUTTON}>
          {messages.reviews.emptyAction}
        </Link>
      </EmptyState>
    </div>
  );
}
