/** The names of the columns, which stay while the rows scroll under them; where every row is here, they sort. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useWords } from '../language/word-set.ts';
import type { ListColumn } from './columns.ts';
import { listPageWords } from './page-words.ts';

interface ListHeadProps<Item> {
  columns: readonly ListColumn<Item>[];
  template: string;
  sort: string | undefined;
  /** Absent while rows are missing. */
  onSort?: ((sort: string | undefined) => void) | undefined;
}

export function ListHead<Item>({ columns, template, sort, onSort }: ListHeadProps<Item>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-surface max-md:sr-only">
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-8 items-center gap-4 border-b border-line px-6 text-micro font-medium text-ink-3"
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sortOf(column.id, sort)}
            className={`truncate ${column.isEnd === true ? 'text-right' : ''}`}
          >
            {onSort === undefined ? column.name : <SortButton column={column} sort={sort} onSort={onSort} />}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SortButtonProps<Item> {
  column: ListColumn<Item>;
  sort: string | undefined;
  onSort(sort: string | undefined): void;
}

/** Up, down, and back to the order of the service. */
function SortButton<Item>({ column, sort, onSort }: SortButtonProps<Item>) {
  const words = useWords(listPageWords);
  const state = sortOf(column.id, sort);
  const next = { none: column.id, ascending: `-${column.id}`, descending: undefined }[state];
  const Icon = state === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={words.sortBy(column.name)}
      onClick={() => onSort(next)}
      className={`inline-flex h-6 items-center gap-1 rounded-s hover:text-ink ${state === 'none' ? '' : 'text-ink'}`}
    >
      {column.name}
      {state !== 'none' && <Icon aria-hidden className="size-3" />}
    </button>
  );
}

function sortOf(id: string, sort: string | undefined): 'none' | 'ascending' | 'descending' {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : 'none';
}
