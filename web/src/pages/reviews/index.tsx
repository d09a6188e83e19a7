// SPDX-License-Identifier: Apache-2.0
/** The waiting reviews, the most urgent first, with the open sheet beside the list; on phones one after the other. */
import type { ReviewItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { ArrowDownUp } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SideBySide, SideList } from '../../detail/side-by-side.tsx';
import { useLanguage } from '../../language/index.tsx';
import { useWords } from '../../language/word-set.ts';
import { useChangeSearch } from '../../list/change-search.ts';
import { UnknownFilters } from '../../list/unknown-filters.tsx';
import { useLive } from '../../live/state.ts';
import { Page } from '../../page/page.tsx';
import { Views } from '../../page/views.tsx';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/field.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { usePhone } from '../../ui/media.ts';
import { More } from '../../ui/more.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { State } from '../../ui/state.tsx';
import { useFoundReviews } from './found.ts';
import { LastAnswered } from './last-answered.tsx';
import { PickBox, type Picked, PickedBar, usePicked } from './picked.tsx';
import { ReviewRow } from './review-row.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { useTypedSearch } from './typed-search.ts';
import { reviewsWords } from './words.ts';

const SeveralSheet = lazy(() =>
  import('../../review/several-sheet.tsx').then((part) => ({ default: part.SeveralSheet })),
);

type Found = ReturnType<typeof useFoundReviews>;

export function ReviewsPage() {
  const words = useWords(reviewsWords);
  const reviews = useFoundReviews();
  const { search, all, found } = reviews;
  const view = search.status ?? 'PENDING';
  useArrivals(search.status === undefined && search.q === undefined ? all : undefined);
  const selected = useSelected(reviews, view);
  const index = found.findIndex(({ eventId }) => eventId === selected);
  const isPhone = usePhone();
  const picked = usePicked(view, found, selected);
  const isNoneWaiting =
    search.status === undefined && search.q === undefined && all?.length === 0 && selected === undefined;
  const isTogether = picked.items.length > 1 && (!isPhone || picked.isOpen);
  const isChosen = search.event !== undefined && !isTogether;
  const position = index < 0 ? undefined : words.position(index + 1, found.length);
  const views = (['PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] as const).map((status) => ({
    name: words.statuses[status],
    search: status === 'PENDING' ? {} : { status },
    isShown: status === view,
  }));
  return (
    <Page
      title={words.title}
      count={all === undefined ? undefined : <Count reviews={reviews} />}
      views={<Views label={words.views} views={views} />}
      {...(isChosen && { onPhone: { title: words.one, count: position, backTo: words.title } })}
    >
      <SideBySide
        list={<FoundReviews reviews={reviews} selected={selected} picked={picked} />}
        isChosen={isChosen || isTogether}
      >
        {isTogether && (
          <Suspense>
            <SeveralSheet items={picked.items} onClose={picked.clear} />
          </Suspense>
        )}
        {!isTogether && selected !== undefined && (!isPhone || isChosen) && (
          <ReviewSheet key={selected} eventId={selected} />
        )}
        {isNoneWaiting && !isPhone && <LastAnswered />}
      </SideBySide>
    </Page>
  );
}

function Count({ reviews: { found, search, isMore } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const count = isMore ? words.andMore(found.length) : String(found.length);
  if (search.q !== undefined) return <span role="status">{words.found(count)}</span>;
  return (
    <span role="status">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{search.status === undefined ? words.waiting(found.length, isMore) : count}</span>
    </span>
  );
}

/**
 * The review in the address, else the first. An answered one stays after it leaves the list, so that its author sees
 * the result.
 */
function useSelected({ search, found }: Found, view: string): string | undefined {
  const [held, setHeld] = useState<{ view: string; eventId: string } | null>(null);
  const first = found[0]?.eventId;
  const kept = held?.view === view ? held.eventId : undefined;
  if (kept === undefined && first !== undefined) setHeld({ view, eventId: first });
  return search.event ?? kept ?? first;
}

interface FoundReviewsProps {
  reviews: Found;
  selected: string | undefined;
  picked: Picked;
}

function FoundReviews({ reviews, selected, picked }: FoundReviewsProps) {
  const words = useWords(reviewsWords);
  const { all, found, query, isMore } = reviews;
  return (
    <>
      <Tools reviews={reviews} />
      <SideList
        label={words.list}
        items={found}
        keyOf={({ eventId }) => eventId}
        field="event"
        selected={selected}
        row={(item) => <ReviewRow item={item} />}
        beside={picked.isOffered ? (item) => <PickBox item={item} picked={picked} /> : undefined}
        above={
          <>
            <UnknownFilters unknown={reviews.unknown} />
            <Answered query={{ ...query, data: all }} skeleton={<Skeleton rows={5} rowClass="h-23" />}>
              {() => found.length === 0 && !isMore && <Nothing reviews={reviews} />}
            </Answered>
          </>
        }
        below={isMore && <MoreReviews reviews={reviews} />}
      />
      <PickedBar picked={picked} />
      <Foot reviews={reviews} />
    </>
  );
}

/** A search looks at a bounded number of reviews at a time: it may have found none while others are left. */
function MoreReviews({ reviews: { query, search, searchedBackTo } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const { format } = useLanguage();
  const isCutShort = search.q !== undefined && searchedBackTo !== null;
  return (
    <>
      {isCutShort && (
        <p role="status" className="px-3 pt-3 text-meta text-ink-3">
          {search.status === undefined ? words.notAllSearched : words.searchedBackTo(format.short(searchedBackTo))}
        </p>
      )}
      <More list={query} {...(isCutShort && { label: words.searchFurther })} />
    </>
  );
}

function Tools({ reviews: { search } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const change = useChangeSearch();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const isByRisk = search.sort === 'risk';
  // A review that was opened after the typing stays open.
  const typing = useTypedSearch(search.q ?? '', (q) =>
    change((now) => ({ q, ...(now.event === search.event && { event: undefined }) }), true),
  );
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      <SearchField
        ref={field}
        label={words.search}
        placeholder={words.searchHint}
        value={typing.text}
        onChange={({ target }) => typing.type(target.value)}
        className="min-w-0 grow"
      />
      {search.status === undefined && (
        <Button variant="ghost" size="small" onClick={() => change({ sort: isByRisk ? undefined : 'risk' }, true)}>
          <ArrowDownUp aria-hidden className="size-3.5" />
          {isByRisk ? words.riskFirst : words.expiresFirst}
        </Button>
      )}
    </div>
  );
}

function Nothing({ reviews: { search } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const isPhone = usePhone();
  const change = useChangeSearch();
  if (search.q !== undefined) {
    return (
      <EmptyState title={words.noneFoundTitle} text={words.noneFoundText(search.q)}>
        <Button onClick={() => change({ q: undefined }, true)}>{words.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (search.status !== undefined) return <EmptyState title={words.noneTitle[search.status]} text={words.noneText} />;
  return (
    <>
      <EmptyState title={words.emptyTitle} text={words.emptyText} help="reviews">
        <Link to="/events" search={{}} className={buttonClass()}>
          {words.emptyAction}
        </Link>
      </EmptyState>
      {isPhone && <LastAnswered />}
    </>
  );
}

/** The keys of the list, and whether it is up to date. */
function Foot({ reviews: { query } }: { reviews: Found }) {
  const { format } = useLanguage();
  const words = useWords(reviewsWords);
  const { status, knownUntilMs } = useLive();
  const isLost = query.dataUpdatedAt > 0 && (query.error !== null || status === 'lost');
  // Without the stream the list is read again every few seconds: it is as new as its last answer.
  const knownMs = Math.max(query.dataUpdatedAt, knownUntilMs);
  return (
    <div className="flex h-9 shrink-0 items-center border-t border-line px-4 text-micro text-ink-2 max-md:hidden">
      <KeyHints
        hints={[
          { keys: ['J', 'K'], does: words.move },
          { keys: ['X'], does: words.choose },
        ]}
      />
      <State variant={isLost ? 'waiting' : 'good'} className="ml-auto">
        {isLost ? words.notSince(format.clock(new Date(knownMs).toISOString())) : words.upToDate}
      </State>
    </div>
  );
}

/** New reviews are announced to people who do not see them arrive. */
function useArrivals(items: readonly ReviewItem[] | undefined): void {
  const words = useWords(reviewsWords);
  const announce = useAnnounce();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (items === undefined) return;
    const ids = items.map(({ eventId }) => eventId);
    const before = known.current;
    known.current = new Set(ids);
    if (before === null) return;
    const arrived = ids.filter((id) => !before.has(id)).length;
    if (arrived > 0) announce(words.arrived(arrived));
  }, [items, announce, words]);
}
