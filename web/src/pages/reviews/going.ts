/** Changes what stands in the address of the reviews; what is not named stays. */
import { useNavigate } from '@tanstack/react-router';
import type { ReviewsSearch } from './search.ts';

type Change = { [Field in keyof ReviewsSearch]?: ReviewsSearch[Field] | undefined };

export function useReviewsNavigate(): (change: Change) => void {
  const navigate = useNavigate({ from: '/reviews' });
  return (change) =>
    void navigate({
      search: (search) => given({ ...search, ...change }),
      replace: change.event === undefined,
      resetScroll: false,
    });
}

function given(change: Change): ReviewsSearch {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as ReviewsSearch;
}
