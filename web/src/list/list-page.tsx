/**
 * The pattern of every list: search and filters in the address, rows that open a drawer, the keyboard and CSV. It also
 * shows loading, empty and failed states. A page gives its columns and its words.
 */
import type { AppListId } from '@svc/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { Download } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { type ListInput, pagesOf } from '../api/reading.ts';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import { Page } from '../shell/page.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { saveText } from '../ui/save-text.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ListColumn } from './columns.ts';
import { csvOf } from './csv.ts';
import { FilterBar } from './filter-bar.tsx';
import { type Follow, FollowButton, useFollow } from './follow.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListTable } from './list-table.tsx';
import { NothingFound } from './nothing-found.tsx';
import { listPageWords } from './page-words.ts';
import type { FilterableId } from './search.ts';
import { type FieldValues, useFilters } from './use-filters.ts';
import { useView } from './use-view.ts';

const ViewMenu = lazy(() => import('./view-menu.tsx').then((part) => ({ default: part.ViewMenu })));

export type ListId = FilterableId & AppListId;

/** The part of its list that a drawer needs. */
export interface Opened<Item> {
  key: string;
  /** Absent when the row is not among those that are loaded. */
  item: Item | undefined;
  onMove(step: number): void;
  onClose(): void;
}

interface ListPageProps<Id extends ListId, Item extends object> {
  id: Id;
  title: string;
  count?: ReactNode;
  searchLabel: string;
  columns: readonly ListColumn<Item>[];
  keyOf(item: Item): string;
  /** The column whose content opens the row. */
  linkColumn: string;
  isTall?: boolean;
  /** Sent with the filters, such as the choice between live and sandbox. */
  query?: Readonly<Record<string, string>>;
  /** The words of a page's filters. */
  values?: FieldValues;
  drawer(opened: Opened<Item>): ReactNode;
  /** Where nothing is filtered and nothing is there. */
  empty: ReactNode;
  actions?: ReactNode;
  /** A row that is not at its end yet: the list is read again until it is. */
  isUnderWay?: (item: Item) => boolean;
  /** Between the filters and the rows. */
  above?: (items: readonly Item[]) => ReactNode;
}

const NO_VALUES: FieldValues = {};
const CHANGES_WITHIN_MS = 2_000;

export function ListPage<Id extends ListId, Item extends object>(props: ListPageProps<Id, Item>) {
  const { id, title, columns, keyOf, values = NO_VALUES } = props;
  const state = useFilters(id, values);
  const follow = useFollow();
  const list = useListItems<Id, Item>(props, state.search, follow.everyMs);
  const view = useView(id);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const moves = useRef<((step: number) => void) | null>(null);
  const { items, query } = list;
  const picked = items.filter((item) => selected[keyOf(item)] === true);
  const isFiltered = state.filters.length > 0 || state.q !== '';
  const { open, sort } = state.search;
  const close = () => state.set({ open: undefined }, true);
  const seeEnd = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <Page
      title={title}
      count={props.count}
      tools={
        <FilterBar
          state={state}
          searchLabel={props.searchLabel}
          suggestionsOf={(field) => textsOf(items, columns, field)}
        />
      }
      actions={<ListActions {...props} items={items} picked={picked} follow={follow} view={view} />}
    >
      <div className="relative flex min-h-0 grow">
        <div className="flex min-w-0 grow flex-col">
          {items.length > 0 && props.above?.(items)}
          <ListFailure error={query.error} onRetry={() => void query.refetch()} />
          {query.isPending && <Skeleton rows={12} />}
          {query.isSuccess && items.length === 0 && (isFiltered ? <NothingFound state={state} /> : props.empty)}
          {items.length > 0 && (
            <ListTable
              label={title}
              columns={columns}
              items={items}
              keyOf={keyOf}
              linkColumn={props.linkColumn}
              isTall={props.isTall === true}
              density={view.density}
              hidden={view.hidden}
              openKey={open}
              onOpen={(key, isMoving) => state.set({ open: key }, isMoving)}
              onClose={close}
              selected={selected}
              onSelect={setSelected}
              sort={sort}
              onSort={(chosen) => state.set({ sort: chosen }, true)}
              isComplete={query.isSuccess && !query.hasNextPage}
              onEndSeen={seeEnd}
              moves={moves}
            />
          )}
          {query.isSuccess && (
            <ListFoot
              shown={items.length}
              selected={picked.length}
              onClearSelection={() => setSelected({})}
              list={query}
            />
          )}
        </div>
        {/* The list stays while the words of its first drawer arrive. */}
        <Suspense>
          {open !== undefined &&
            props.drawer({
              key: open,
              item: items.find((item) => keyOf(item) === open),
              onMove: (step) => moves.current?.(step),
              onClose: close,
            })}
        </Suspense>
      </div>
    </Page>
  );
}

function ListFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  if (error === null) return null;
  return (
    <div className="px-6 py-3 max-md:px-4">
      <FailureNotice failure={failureOf(error)} onRetry={onRetry} />
    </div>
  );
}

/** Old rows stay while those of other filters are on their way. */
function useListItems<Id extends ListId, Item extends object>(
  { id, query, isUnderWay }: Pick<ListPageProps<Id, Item>, 'id' | 'query' | 'isUnderWay'>,
  search: Readonly<Record<string, string>>,
  followsEveryMs: number | false,
) {
  const { open: _open, sort: _sort, sandbox: _sandbox, ...filters } = search;
  const input = { query: { ...filters, ...query } } as unknown as ListInput<Id>;
  const answered = useInfiniteQuery({
    ...pagesOf(id, input),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const isChanging = itemsOf<Item>(state.data).some((item) => isUnderWay?.(item) === true);
      return isChanging ? CHANGES_WITHIN_MS : followsEveryMs;
    },
  });
  return { items: itemsOf<Item>(answered.data), query: answered };
}

function itemsOf<Item>(data: unknown): Item[] {
  const { pages } = (data ?? { pages: [] }) as { pages: readonly { items: Item[] }[] };
  return pages.flatMap((page) => page.items);
}

/** Different texts of a column, to choose a filter from. */
function textsOf<Item>(items: readonly Item[], columns: readonly ListColumn<Item>[], field: string): string[] {
  const column = columns.find(({ id }) => id === field);
  if (column === undefined) return [];
  return [...new Set(items.map((item) => String(column.value(item) ?? '')))].filter((text) => text !== '').sort();
}

interface ListActionsProps<Item> {
  id: string;
  columns: readonly ListColumn<Item>[];
  actions?: ReactNode;
  items: readonly Item[];
  picked: readonly Item[];
  follow: Follow;
  view: ReturnType<typeof useView>;
}

function ListActions<Item>({ id, columns, actions, items, picked, follow, view }: ListActionsProps<Item>) {
  return (
    <>
      {actions}
      <FollowButton follow={follow} />
      <Suspense>
        <ViewMenu columns={columns} {...view} />
      </Suspense>
      <CsvButton id={id} columns={columns} items={picked.length > 0 ? picked : items} picked={picked.length} />
    </>
  );
}

interface CsvButtonProps<Item> {
  id: string;
  columns: readonly ListColumn<Item>[];
  items: readonly Item[];
  picked: number;
}

function CsvButton<Item>({ id, columns, items, picked }: CsvButtonProps<Item>) {
  const { format } = useLanguage();
  const words = useWords(listPageWords);
  const save = () => {
    const rows = items.map((item) => columns.map((column) => column.value(item)));
    const day = new Date().toISOString().slice(0, 10);
    saveText(
      `svc-${id.replace(/^list/, '').toLowerCase()}-${day}.csv`,
      csvOf([columns.map(({ name }) => name), ...rows]),
    );
  };
  return (
    <Button onClick={save} disabled={items.length === 0}>
      <Download aria-hidden className="size-4" />
      {picked > 0 ? words.csvSelected(format.number(picked)) : words.csv}
    </Button>
  );
}
