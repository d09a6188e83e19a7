/** Which reviews: those that wait, or those that were answered or ran out. */
import { Link } from '@tanstack/react-router';
import { useWords } from '../../language/word-set.ts';
import type { ReviewsSearch } from './search.ts';
import { reviewsWords } from './words.ts';

const VIEWS = ['PENDING', 'APPROVED', 'DENIED', 'EXPIRED'] as const;

const VIEW =
  'flex h-7 shrink-0 items-center rounded-m px-2.5 whitespace-nowrap text-ink-2 transition-colors hover:bg-' +
  'hover hover:text-ink ' +
  'aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink max-md:h-11';

export function Views({ status }: { status: ReviewsSearch['status'] }) {
  const words = useWords(reviewsWords);
  return (
    <nav aria-label={words.views} className="flex gap-1">
      {VIEWS.map((view) => (
        <Link
          key={view}
          to="/reviews"
          search={view === 'PENDING' ? {} : { status: view }}
          activeProps={{}}
          aria-current={(status ?? 'PENDING') === view ? 'page' : undefined}
          className={VIEW}
        >
          {words.statuses[view]}
        </Link>
      ))}
    </nav>
  );
}
