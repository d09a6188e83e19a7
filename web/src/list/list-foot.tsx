/** Under a list: how much of it is here, more of it, and the keys that work on it. */
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Button } from '../ui/button.tsx';
import { Key } from '../ui/tag.tsx';
import { listPageWords } from './page-words.ts';

interface ListFootProps {
  shown: number;
  selected: number;
  onClearSelection(): void;
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
}

export function ListFoot({ shown, selected, onClearSelection, list }: ListFootProps) {
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const count = format.number(shown);
  /** A page of a search looks through a bounded number of rows: it may find none while older ones are left. */
  const more = shown === 0 ? words.searchOlder : words.loadMore;
  return (
    <div
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-4 border-t border-line px-6 text-meta
      text-ink-3 max-md:px-4"
    >
      <p role="status" className="tabular-nums">
        {list.hasNextPage ? words.shownFirst(count) : words.shown(count)}
      </p>
      {selected > 0 && (
        <>
          <span className="text-ink tabular-nums">{words.selected(format.number(selected))}</span>
          <Button look="ghost" size="small" onClick={onClearSelection}>
            {words.clearSelection}
          </Button>
        </>
      )}
      {list.hasNextPage && (
        <Button look="ghost" size="small" onClick={() => void list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {list.isFetchingNextPage ? words.loadingMore : more}
        </Button>
      )}
      <p aria-hidden className="ml-auto flex items-center gap-3 max-md:hidden">
        <span className="flex items-center gap-1.5">
          <Key>J</Key>
          <Key>K</Key>
          {words.keys.move}
        </span>
        <span className="flex items-center gap-1.5">
          <Key>Enter</Key>
          {words.keys.open}
        </span>
        <span className="flex items-center gap-1.5">
          <Key>X</Key>
          {words.keys.select}
        </span>
      </p>
    </div>
  );
}
