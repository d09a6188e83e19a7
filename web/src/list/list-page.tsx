// SPDX-License-Identifier: Apache-2.0
/**
 * The pattern of every list: search and filters in the address, rows that open a drawer, the keyboard and CSV. It also
 * shows loading, empty and failed states. A page gives its columns and its words.
 */
import type { AppAnswer } from '@svc/contract';
import { LIST_ITEMS_DEFAULT } from '@svc/contract/limits';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RowSelectionState } from '@tanstack/react-table';
import { type Dispatch, type ReactNode, type RefObject, type SetStateAction, Suspense, useRef, useState } from 'react';
import { failureOf } from '../api/failure.ts';
import { useFollower } from '../live/followers.ts';
import { Page } from '../page/page.tsx';
import { useSandbox } from '../page/sandbox.ts';
import { Views, type ViewsProps } from '../page/views.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ListColumn } from './columns.ts';
import type { FilesOfRows } from './csv-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useFollow } from './follow.tsx';
import { ListActions } from './list-actions.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListTable } from './list-table.tsx';
import { NothingFound } from './nothing-found.tsx';
import type { PageOfRow } from './row-page.ts';
import { type ListId, listQuery, ordersOf } from './search.ts';
import { UnknownFilters } from './unknown-filters.tsx';
import { type FieldValues, type FilterState, useFilters } from './use-filters.ts';
import { useView } from './use-view.ts';
import { ZoneName } from './zone-name.tsx';

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
  /** Lists beside this one, behind its title. */
  views?: ViewsProps;
  /** Beside the title, from the answer of the first page. */
  countOf?: (page: AppAnswer<Id>) => ReactNode;
  searchLabel: string;
  columns: readonly ListColumn<Item>[];
  keyOf(item: Item): string;
  /** The column whose content opens the row. */
  linkColumn: string;
  isTall?: boolean;
  /** The words of a page's filters. */
  values?: FieldValues;
  drawer?(opened: Opened<Item>): ReactNode;
  /** Rows lead to a page instead of a drawer. */
  page?: PageOfRow;
  /** Where nothing is filtered and nothing is there. */
  empty: ReactNode;
  actions?: ReactNode;
  /** A filter that is often wanted, beside the others. */
  offer?: (state: FilterState) => ReactNode;
  /** Stands where the rows are saved as CSV, among other files that the page hands out. */
  files?: FilesOfRows;
  /** Rows change when a person changes them: nothing to follow. */
  isStill?: boolean;
  /** A row that is not at its end yet: the list is read again until it is. */
  isUnderWay?: (item: Item) => boolean;
  /** Names of groups between the rows, while the rows are in the order of the service. */
  groups?: { of(item: Item): string; head(group: string, page: AppAnswer<Id> | undefined): ReactNode };
  /** After the last row, once every row is there. */
  last?: ReactNode;
  /** Between the filters and the rows. */
  above?: (items: readonly Item[], search: FilterState['search']) => ReactNode;
}

const NO_VALUES: FieldValues = {};
const CHANGES_WITHIN_MS = 2_000;

export function ListPage<Id extends ListId, Item extends object>(props: ListPageProps<Id, Item>) {
  const { id, title, columns, keyOf, values = NO_VALUES } = props;
  const state = useFilters(id, values);
  const follow = useFollow();
  const list = useListItems<Id, Item>(props, state.search, follow.isOn);
  const view = useView(id);
  const [selected, setSelected] = useState<RowSelectionState>({});
  const moves = useRef<((step: number) => void) | null>(null);
  const { items } = list;
  const picked = items.filter((item) => selected[keyOf(item)] === true);
  const { open } = state.search;
  const firstPage = firstPageOf<AppAnswer<Id>>(list.query.data);
  return (
    <Page
      title={title}
      {...(props.views !== undefined && { views: <Views {...props.views} /> })}
      count={firstPage === undefined ? undefined : props.countOf?.(firstPage)}
      tools={
        <>
          <FilterBar
            state={state}
            searchLabel={props.searchLabel}
            suggestionsOf={(field) => textsOf(items, columns, field)}
          />
          {props.offer?.(state)}
          {columns.some(({ isTime }) => isTime === true) && <ZoneName />}
        </>
      }
      actions={<ListActions {...props} items={items} picked={picked} follow={follow} view={view} />}
    >
      <div className="relative flex min-h-0 grow">
        <ListBody
          page={props}
          state={state}
          list={list}
          view={view}
          selection={{ selected, setSelected, count: picked.length }}
          moves={moves}
        />
        {/* The list stays while the words of its first drawer arrive. */}
        <Suspense>
          {open !== undefined &&
            props.drawer?.({
              key: open,
              item: items.find((item) => keyOf(item) === open),
              onMove: (step) => moves.current?.(step),
              onClose: () => state.set({ open: undefined }, true),
            })}
        </Suspense>
      </div>
    </Page>
  );
}

interface ListBodyProps<Id extends ListId, Item extends object> {
  page: ListPageProps<Id, Item>;
  state: FilterState;
  list: ReturnType<typeof useListItems<Id, Item>>;
  view: ReturnType<typeof useView>;
  selection: { selected: RowSelectionState; setSelected: Dispatch<SetStateAction<RowSelectionState>>; count: number };
  moves: RefObject<((step: number) => void) | null>;
}

/** The part under the tools: a failure, bars, nothing, or the rows with their foot. */
function ListBody<Id extends ListId, Item extends object>(props: ListBodyProps<Id, Item>) {
  const { page, state, list, view, selection, moves } = props;
  const { items, query, searchedBackTo, seeEnd } = list;
  const navigate = useNavigate();
  const { page: to } = page;
  const firstPage = firstPageOf<AppAnswer<Id>>(query.data);
  const groups = page.groups && {
    of: page.groups.of,
    head: (group: string) => page.groups?.head(group, firstPage),
  };
  const open = (key: string, isMoving: boolean) =>
    to === undefined ? state.set({ open: key }, isMoving) : void navigate({ to, params: { id: key } });
  const nothing = state.isFiltered ? <NothingFound state={state} searchedBackTo={searchedBackTo} /> : page.empty;
  return (
    <div className="flex min-w-0 grow flex-col">
      <UnknownFilters unknown={state.unknown} />
      <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton rows={12} />}
      {query.isSuccess && items.length === 0 && nothing}
      {/* The head stays while the words of the rows arrive. */}
      <Suspense fallback={<Skeleton rows={12} />}>
        {items.length > 0 && page.above?.(items, state.search)}
        {items.length > 0 && (
          <ListTable
            {...page}
            groups={state.search.sort === undefined ? groups : undefined}
            label={page.title}
            items={items}
            density={view.density}
            hidden={view.hidden}
            openKey={state.search.open}
            onOpen={open}
            onClose={() => state.set({ open: undefined }, true)}
            selected={selection.selected}
            onSelect={selection.setSelected}
            sort={state.search.sort}
            onSort={(chosen) => state.set({ sort: chosen }, true)}
            isComplete={query.isSuccess && !query.hasNextPage}
            orders={ordersOf(page.id)}
            onEndSeen={seeEnd}
            moves={moves}
          />
        )}
      </Suspense>
      {query.isSuccess && (items.length > 0 || query.hasNextPage || searchedBackTo !== null) && (
        <ListFoot
          shown={items.length}
          total={firstPageOf<{ total?: number }>(query.data)?.total}
          searchedBackTo={searchedBackTo}
          selected={selection.count}
          onClearSelection={() => selection.setSelected({})}
          list={query}
        />
      )}
    </div>
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
  { id, isUnderWay }: Pick<ListPageProps<Id, Item>, 'id' | 'isUnderWay'>,
  search: Readonly<Record<string, string>>,
  isFollowing: boolean,
) {
  const answered = useInfiniteQuery({
    ...listQuery(id, search, useSandbox()),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const isChanging = itemsOf<Item>(state.data).some((item) => isUnderWay?.(item) === true);
      return isChanging ? CHANGES_WITHIN_MS : false;
    },
  });
  useFollower(isFollowing, () => void answered.refetch());
  const searchedBackTo = stoppedAt(answered.data);
  const seeEnd = () => {
    // A search that stopped goes on when a person asks: by itself it would look through everything.
    const isMore = answered.hasNextPage && !answered.isFetchingNextPage;
    if (isMore && searchedBackTo === null) void answered.fetchNextPage();
  };
  return { items: itemsOf<Item>(answered.data), searchedBackTo, seeEnd, query: answered };
}

function itemsOf<Item>(data: unknown): Item[] {
  const { pages } = (data ?? { pages: [] }) as { pages: readonly { items: Item[] }[] };
  return pages.flatMap((page) => page.items);
}

function firstPageOf<Page>(data: unknown): Page | undefined {
  return (data as { pages: readonly Page[] } | undefined)?.pages[0];
}

/** Where the last page stopped searching before it was full. */
function stoppedAt(data: unknown): string | null {
  const { pages } = (data ?? { pages: [] }) as {
    pages: readonly { items: unknown[]; searchedBackTo?: string | null }[];
  };
  const last = pages.at(-1);
  return last === undefined || last.items.length >= LIST_ITEMS_DEFAULT ? null : (last.searchedBackTo ?? null);
}

/** Different texts of a column, to choose a filter from. */
function textsOf<Item>(items: readonly Item[], columns: readonly ListColumn<Item>[], field: string): string[] {
  const column = columns.find(({ id }) => id === field);
  if (column === undefined) return [];
  return [...new Set(items.map((item) => String(column.value(item) ?? '')))].filter((text) => text !== '').sort();
}
