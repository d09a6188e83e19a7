// SPDX-License-Identifier: Apache-2.0
/** The names of the columns, which stay while the rows scroll under them; those that can be put in order sort. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useWords } from '../language/word-set.ts';
import type { ListColumn } from './columns.ts';
import { listPageWords } from './page-words.ts';

interface ListHeadProps<Item> {
  columns: readonly ListColumn<Item>[];
  template: string;
  sort: string | undefined;
  /** The orders that there are: the id of a column, or with a minus before it from the highest down. */
  canSort(order: string): boolean;
  onSort(sort: string | undefined): void;
}

export function ListHead<Item>({ columns, template, sort, canSort, onSort }: ListHeadProps<Item>) {
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
            {column.isAct === true ? (
              <span className="sr-only">{column.name}</span>
            ) : ordersOf(column.id).some(canSort) ? (
              <SortButton column={column} sort={sort} canSort={canSort} onSort={onSort} />
            ) : (
              column.name
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface SortButtonProps<Item> {
  column: ListColumn<Item>;
  sort: string | undefined;
  canSort(order: string): boolean;
  onSort(sort: string | undefined): void;
}

/** Up, down, and back to the order of the service. */
function SortButton<Item>({ column, sort, canSort, onSort }: SortButtonProps<Item>) {
  const words = useWords(listPageWords);
  const state = sortOf(column.id, sort);
  const orders = ordersOf(column.id).filter(canSort);
  const next = orders[orders.indexOf(sort ?? '') + 1];
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

const ordersOf = (id: string): string[] => [id, `-${id}`];

function sortOf(id: string, sort: string | undefined): 'none' | 'ascending' | 'descending' {
  if (sort === id) return 'ascending';
  return sort === `-${id}` ? 'descending' : 'none';
}
