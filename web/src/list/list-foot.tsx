// SPDX-License-Identifier: Apache-2.0
/** Under a list: how much of it is here, more of it, and the keys that work on it. */
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { KeyHints } from '../ui/key-hints.tsx';
import { listPageWords } from './page-words.ts';

interface ListFootProps {
  shown: number;
  /** How many match, where the service says it. */
  total: number | undefined;
  /** A search stopped there, before it had a whole page. */
  searchedBackTo: string | null;
  selected: number;
  onClearSelection(): void;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

export function ListFoot({ shown, total, searchedBackTo, selected, onClearSelection, list }: ListFootProps) {
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const count = format.number(shown);
  const shownOf = () => {
    if (total !== undefined && total > shown) return words.shownOf(count, format.number(total));
    return list.hasNextPage ? words.shownFirst(count) : words.shown(count);
  };
  const more = searchedBackTo === null ? words.loadMore : words.searchFurther;
  return (
    <div
      className="mt-auto flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 border-t border-line px-6 text-meta
      text-ink-3 max-md:px-4"
    >
      <p role="status" className="tabular-nums">
        {shownOf()}
      </p>
      {selected > 0 && (
        <>
          <span className="text-ink tabular-nums">{words.selected(format.number(selected))}</span>
          <Button variant="ghost" size="small" onClick={onClearSelection}>
            {words.clearSelection}
          </Button>
        </>
      )}
      {searchedBackTo !== null && <p role="status">{words.searchedBackTo(format.short(searchedBackTo))}</p>}
      {list.hasNextPage && (
        <Button
          variant="ghost"
          size="small"
          onClick={() => void list.fetchNextPage()}
          disabled={list.isFetchingNextPage}
        >
          {list.isFetchingNextPage ? words.loadingMore : more}
        </Button>
      )}
      {shown > 0 && (
        <div className="ml-auto">
          <KeyHints
            hints={[
              { keys: ['J', 'K'], does: words.keys.move },
              { keys: ['Enter'], does: words.keys.open },
              { keys: ['X'], does: words.keys.select },
            ]}
          />
        </div>
      )}
    </div>
  );
}
