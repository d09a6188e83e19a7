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
      <Link to="/reviews" search={{}} className="flex w-fit items-center gap-1.5 text-sm text-muted hover:text-ink">
        <ArrowLeft aria-hidden className="size-4" />
        {messages.reviews.title}
      </Link>
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
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex flex-col gap-5 lg:col-start-2 lg:row-start-1">
          {review !== null && <ReviewPanel event={event} review={review} />}
          <Facts event={event} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-start-1">
          <Why event={event} why={why} />
          <History entries={audit} review={review} />
        </div>
      </div>
    </>
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
