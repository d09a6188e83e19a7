/** The waiting reviews, the most urgent first, with the open sheet beside the list; on phones one after the other. */
import type { ReviewItem } from '@svc/contract';
import { Link } from '@tanstack/react-router';
import { ArrowDownUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../language/word-set.ts';
import { Page, ScrollRegion } from '../../shell/page.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { useAnnounce } from '../../ui/announcer.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/field.tsx';
import { usePhone } from '../../ui/media.ts';
import { More } from '../../ui/more.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFoundReviews } from './found.ts';
import { useReviewsNavigate } from './going.ts';
import { ListFoot } from './list-foot.tsx';
import { ReviewRow } from './review-row.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { Views } from './views.tsx';
import { reviewsWords } from './words.ts';

type Found = ReturnType<typeof useFoundReviews>;

export function ReviewsPage() {
  const words = useWords(reviewsWords);
  const reviews = useFoundReviews();
  const { search, all, found } = reviews;
  useArrivals(search.status === undefined ? all : undefined);
  const selected = useSelected(reviews);
  const index = found.findIndex(({ eventId }) => eventId === selected);
  const isSheetOnPhone = search.event !== undefined;
  const isPhone = usePhone();
  const position = index < 0 ? undefined : words.position(index + 1, found.length);
  return (
    <Page
      title={words.title}
      count={all === undefined ? undefined : <Count reviews={reviews} />}
      views={<Views status={search.status} />}
      {...(isSheetOnPhone && { onPhone: { title: words.one, count: position, backTo: words.title } })}
    >
      <div className="flex min-h-0 grow max-md:flex-col">
        <div
          className={`flex min-h-0 flex-col md:w-86 md:shrink-0 md:border-r md:border-line max-md:grow
            ${isSheetOnPhone ? 'max-md:hidden' : ''}`}
        >
          <Tools reviews={reviews} />
          <ScrollRegion label={words.list}>
            <Rows reviews={reviews} selected={selected} />
          </ScrollRegion>
          <ListFoot updatedAtMs={reviews.updatedAtMs} isLost={reviews.failure !== null} />
        </div>
        <div className={`flex min-h-0 min-w-0 grow flex-col ${isSheetOnPhone ? '' : 'max-md:hidden'}`}>
          {selected !== undefined && (!isPhone || isSheetOnPhone) && <ReviewSheet key={selected} eventId={selected} />}
        </div>
      </div>
    </Page>
  );
}

function Count({ reviews: { all = [], found, search } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  if (search.q !== undefined) return <span role="status">{words.found(found.length, all.length)}</span>;
  return (
    <span role="status">
      <span aria-hidden>{all.length}</span>
      <span className="sr-only">{search.status === undefined ? words.waiting(all.length) : all.length}</span>
    </span>
  );
}

/**
 * The review in the address, else the first. An answered one stays after it leaves the list, so that its author sees
 * the result.
 */
function useSelected({ search, found }: Found): string | undefined {
  const view = search.status ?? 'PENDING';
  const [held, setHeld] = useState<{ view: string; eventId: string } | null>(null);
  const first = found[0]?.eventId;
  const kept = held?.view === view ? held.eventId : undefined;
  if (kept === undefined && first !== undefined) setHeld({ view, eventId: first });
  return search.event ?? kept ?? first;
}

function Tools({ reviews: { search } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const go = useReviewsNavigate();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      <SearchField
        ref={field}
        label={words.search}
        placeholder={words.searchHint}
        value={search.q ?? ''}
        onChange={({ target }) => go({ q: target.value, event: undefined })}
        className="min-w-0 grow"
      />
      {search.status === undefined && (
        <Button look="ghost" size="small" onClick={() => go({ sort: search.sort === 'risk' ? undefined : 'risk' })}>
          <ArrowDownUp aria-hidden className="size-3.5" />
          {search.sort === 'risk' ? words.riskFirst : words.expiresFirst}
        </Button>
      )}
    </div>
  );
}

function Rows({ reviews, selected }: { reviews: Found; selected: string | undefined }) {
  const words = useWords(reviewsWords);
  const go = useReviewsNavigate();
  const { all, found, failure, retry, answered, isTruncated } = reviews;
  const index = found.findIndex(({ eventId }) => eventId === selected);
  const step = (by: number) => {
    const next = found[Math.min(found.length - 1, Math.max(0, index + by))];
    if (next !== undefined) go({ event: next.eventId });
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  return (
    <>
      {failure !== null && (
        <div className="p-3">
          <FailureNotice failure={failure} onRetry={retry} />
        </div>
      )}
      {all === undefined && failure === null && <Skeleton rows={5} rowClass="h-23" />}
      {all !== undefined && found.length === 0 && <Nothing reviews={reviews} />}
      <ul>
        {found.map((item) => (
          <ReviewRow key={item.eventId} item={item} isSelected={item.eventId === selected} />
        ))}
      </ul>
      {isTruncated && <Notice tone="information" what={words.truncated(all?.length ?? 0)} />}
      {answered.hasNextPage && reviews.search.status !== undefined && <More list={answered} />}
    </>
  );
}

function Nothing({ reviews: { search } }: { reviews: Found }) {
  const words = useWords(reviewsWords);
  const go = useReviewsNavigate();
  if (search.q !== undefined) {
    return (
      <EmptyState title={words.noneFoundTitle} text={words.noneFoundText(search.q)}>
        <Button onClick={() => go({ q: undefined })}>{words.clearSearch}</Button>
      </EmptyState>
    );
  }
  if (search.status !== undefined) return <EmptyState title={words.noneTitle[search.status]} text={words.noneText} />;
  return (
    <EmptyState title={words.emptyTitle} text={words.emptyText}>
      <Link to="/events" search={{}} className={buttonClass()}>
        {words.emptyAction}
      </Link>
    </EmptyState>
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
