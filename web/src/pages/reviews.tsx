/** The reviews that wait: what an agent wants, how risky it is and why, and how much time is left. */
import type { ReviewItem } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Clock, RefreshCw, SearchX, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { failureOf } from '../api/failure.ts';
import { waitingReviewsQuery } from '../api/queries.ts';
import type { Messages } from '../language/en.ts';
import { useLanguage } from '../language/index.tsx';
import { useAnnounce } from '../ui/announcer.tsx';
import { Badge, RiskTile } from '../ui/badge.tsx';
import { Button, LINK_AS_BUTTON } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Moment, useNow } from '../ui/moment.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Reasons } from '../ui/reasons.tsx';

export function reviewsSearchOf(search: Record<string, unknown>): { q?: string } {
  return typeof search.q === 'string' && search.q !== '' ? { q: search.q } : {};
}

export function ReviewsPage() {
  const { messages } = useLanguage();
  const { q = '' } = useSearch({ from: '/signed-in/reviews' });
  const reviews = useQuery(waitingReviewsQuery);
  const all = reviews.data?.items ?? [];
  const found = all.filter((item) => matches(item, q, messages));
  useArrivals(reviews.data?.items);
  return (
    <div className="flex flex-col gap-5">
      <PageHeading title={messages.reviews.title} lead={messages.reviews.lead} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Search q={q} />
        <Freshness />
      </div>
      {reviews.error !== null && (
        <FailureNotice failure={failureOf(reviews.error)} onRetry={() => void reviews.refetch()} />
      )}
      {reviews.isPending && <p className="text-muted">{messages.loading}</p>}
      {reviews.isSuccess && all.length === 0 && <NothingWaits />}
      {all.length > 0 && (
        <section className="flex flex-col gap-3">
          <p role="status" className="text-sm font-medium text-muted">
            {q === '' ? messages.reviews.waiting(all.length) : messages.reviews.found(found.length, all.length)}
          </p>
          {found.length === 0 ? <NothingFound /> : <ReviewRows items={found} />}
        </section>
      )}
      {reviews.data?.nextCursor != null && <Notice tone="information" what={messages.reviews.truncated(all.length)} />}
    </div>
  );
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
    ...event.reasons,
  ].join('\n');
  const wanted = q.toLocaleLowerCase().split(/\s+/);
  return wanted.every((word) => text.toLocaleLowerCase().includes(word));
}

/** What came since the last look is said to who does not see it come. */
function useArrivals(items: readonly ReviewItem[] | undefined): void {
  const { messages } = useLanguage();
  const announce = useAnnounce();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (items === undefined) return;
    const ids = items.map(({ eventId }) => eventId);
    const before = known.current;
    known.current = new Set(ids);
    if (before === null) return;
    const arrived = ids.filter((id) => !before.has(id)).length;
    if (arrived > 0) announce(messages.reviews.arrived(arrived));
  }, [items, announce, messages]);
}

function Search({ q }: { q: string }) {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/reviews' });
  return (
    <search className="w-full sm:max-w-sm">
      <TextField
        label={messages.reviews.search}
        isLabelHidden
        type="search"
        value={q}
        placeholder={messages.reviews.searchHint}
        onChange={({ target }) => void navigate({ search: { q: target.value }, replace: true })}
      />
    </search>
  );
}

/** How old the list is, in words; and that it is being read again, while it is. */
function Freshness() {
  const { messages, format } = useLanguage();
  const { dataUpdatedAt, isFetching, refetch } = useQuery(waitingReviewsQuery);
  const nowMs = useNow();
  const updated = dataUpdatedAt === 0 ? null : format.ago(new Date(dataUpdatedAt).toISOString(), nowMs);
  return (
    <div className="flex items-center gap-3 text-sm text-muted">
      <span>{updated === null ? messages.loading : messages.reviews.updated(updated)}</span>
      <Button look="quiet" onClick={() => void refetch()}>
        <RefreshCw aria-hidden className={`size-4 ${isFetching ? 'motion-safe:animate-spin' : ''}`} />
        {messages.reviews.refresh}
      </Button>
    </div>
  );
}

function ReviewRows({ items }: { items: readonly ReviewItem[] }) {
  const nowMs = useNow();
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface shadow-panel">
      {items.map((item) => (
        <ReviewRow key={item.eventId} item={item} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function ReviewRow({ item, nowMs }: { item: ReviewItem; nowMs: number }) {
  const { messages, format } = useLanguage();
  const { event } = item;
  const { words } = messages;
  const about = [
    words.classifications[event.resource.classification],
    event.destination !== null && words.destinations[event.destination],
    event.recordsAffected !== null && words.records(format.number(event.recordsAffected)),
  ].filter((part) => typeof part === 'string');
  return (
    <li className="relative flex gap-4 p-4 has-[a:hover]:bg-sunken has-[a:focus-visible]:bg-sunken">
      <RiskTile level={event.riskLevel} score={event.riskScore} />
      <div className="flex min-w-0 grow flex-col gap-x-6 gap-y-2 sm:flex-row sm:justify-between">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2">
            <Link
              to="/events/$eventId"
              params={{ eventId: event.id }}
              className="font-semibold after:absolute after:inset-0 hover:underline"
            >
              {words.actionsOn[event.action](event.resource.name)}
            </Link>
            {event.sandbox && <Badge tone="neutral">{messages.events.sandbox}</Badge>}
          </h2>
          <p className="text-sm">
            <span className="font-medium">{event.agent.name}</span>
            <span className="text-muted"> · {about.join(' · ')}</span>
          </p>
          <Reasons reasons={event.reasons} />
        </div>
        <Timing item={item} nowMs={nowMs} />
      </div>
    </li>
  );
}

function Timing({ item, nowMs }: { item: ReviewItem; nowMs: number }) {
  const { messages, format } = useLanguage();
  const left = format.left(item.expiresAt, nowMs);
  return (
    <div className="flex shrink-0 flex-wrap gap-x-3 text-sm text-muted sm:flex-col sm:items-end">
      <span className="flex items-center gap-1.5 font-medium text-ink">
        <Clock aria-hidden className="size-4 text-muted" />
        <Moment iso={item.expiresAt} text={left === null ? messages.reviews.overdue : messages.reviews.left(left)} />
      </span>
      <Moment iso={item.createdAt} text={messages.reviews.asked(format.ago(item.createdAt, nowMs))} />
      {!item.canResolve && <span>{messages.reviews.others}</span>}
    </div>
  );
}

function NothingWaits() {
  const { messages } = useLanguage();
  return (
    <EmptyState icon={ShieldCheck} title={messages.reviews.emptyTitle} text={messages.reviews.emptyText}>
      <Link to="/events" search={{}} className={LINK_AS_BUTTON}>
        {messages.reviews.emptyAction}
      </Link>
    </EmptyState>
  );
}

function NothingFound() {
  const { messages } = useLanguage();
  const navigate = useNavigate({ from: '/reviews' });
  return (
    <EmptyState icon={SearchX} title={messages.reviews.noneFoundTitle} text={messages.reviews.noneFoundText}>
      <Button onClick={() => void navigate({ search: {}, replace: true })}>{messages.reviews.clearSearch}</Button>
    </EmptyState>
  );
}
