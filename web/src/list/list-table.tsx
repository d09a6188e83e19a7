// SPDX-License-Identifier: Apache-2.0
/** Rows in columns; on phones each is two lines. It is a table for readers of the screen, whatever it is drawn with. */
import { type RowSelectionState, type Updater, useTable } from '@tanstack/react-table';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useNarrow, usePhone } from '../ui/media.ts';
import { definitionsOf, FEATURES, type ListColumn } from './columns.ts';
import { GroupHead } from './group-head.tsx';
import { type Groups, type Line, linesOf } from './groups.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';
import type { PageOfRow } from './row-page.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useRowWindow } from './use-row-window.ts';

export type Density = 'normal' | 'compact';

interface ListTableProps<Item extends object> {
  label: string;
  columns: readonly ListColumn<Item>[];
  items: readonly Item[];
  keyOf(item: Item): string;
  /** The column whose content opens the row. */
  linkColumn: string;
  /** Rows lead to a page instead of the drawer. */
  page?: PageOfRow | undefined;
  /** Two lines in the first column make a row higher. */
  isTall?: boolean;
  density?: Density;
  hidden?: ReadonlySet<string>;
  openKey: string | undefined;
  onOpen(key: string, isMoving: boolean): void;
  onClose(): void;
  selected: RowSelectionState;
  onSelect(updater: Updater<RowSelectionState>): void;
  /** The id of a column, with a minus before it from the highest down. */
  sort: string | undefined;
  onSort(sort: string | undefined): void;
  /** Every row is here: only then they can be put in another order here. */
  isComplete: boolean;
  /** The orders that the service gives: then it puts the rows in order. */
  orders?: readonly string[] | null;
  onEndSeen(): void;
  /** Rows stand under the names of their groups. */
  groups?: Groups<Item> | undefined;
  /** After the last row. */
  last?: ReactNode;
  /** Lets the drawer move through the rows. */
  moves?: RefObject<((step: number) => void) | null>;
}

const ROW_PX = { normal: { flat: 34, tall: 52 }, compact: { flat: 28, tall: 44 } } as const;
const PHONE_ROW_PX = 64;
const GROUP_HEAD_PX = 40;

export function ListTable<Item extends object>(props: ListTableProps<Item>) {
  const { label, keyOf, linkColumn, isTall = false, density = 'normal', openKey, isComplete } = props;
  const isPhone = usePhone();
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { table, rows, described, template } = useListTable(props);
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX[density][isTall ? 'tall' : 'flat'];
  const { groups, moves, onEndSeen, onOpen, onClose } = props;
  const lines = linesOf(rows, groups?.of);
  const inSight = useRowWindow({ count: lines.length, ...heightsOf(lines, rowPx), scroller, rows: body, isPhone });
  const keyboard = useRowKeys({
    keys: rows.map(({ id }) => id),
    openKey,
    rows: body,
    scrollTo: (key) => inSight.scrollTo(lines.findIndex((line) => line.kind === 'row' && line.row.id === key)),
    onOpen,
    onClose,
    onSelect: (key) => table.getRow(key).toggleSelected(),
  });
  useReports({
    moves,
    move: keyboard.move,
    isAtEnd: inSight.lastSeen >= lines.length - 1,
    count: lines.length,
    onEndSeen,
  });
  const rowAt = (row: (typeof rows)[number], index: number, topPx: number) => (
    <ListRow
      key={row.id}
      item={row.original}
      rowKey={keyOf(row.original)}
      index={index}
      {...described}
      linkColumn={linkColumn}
      page={props.page}
      place={{ topPx, heightPx: rowPx, template }}
      isOpen={row.id === openKey}
      isSelected={row.getIsSelected()}
      onSelect={() => row.toggleSelected()}
      onFocus={() => keyboard.setCurrent(row.id)}
    />
  );
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      className="min-h-0 grow focus-visible:-outline-offset-2 md:overflow-y-auto"
    >
      <div role="table" aria-label={label} aria-rowcount={isComplete ? lines.length + 1 : -1}>
        <ListHead
          columns={described.columns}
          template={template}
          sort={props.sort}
          canSort={(order) => props.orders?.includes(order) ?? isComplete}
          onSort={props.onSort}
        />
        <div ref={body} role="rowgroup" className="relative" style={{ height: inSight.heightPx }}>
          {inSight.rows.map(({ index, topPx }) => {
            const line = lines[index];
            if (line === undefined) return null;
            if (line.kind === 'row') return rowAt(line.row, index, topPx);
            return (
              <GroupHead key={line.group} index={index} topPx={topPx} heightPx={GROUP_HEAD_PX}>
                {groups?.head(line.group)}
              </GroupHead>
            );
          })}
        </div>
      </div>
      {isComplete && props.last}
    </section>
  );
}

interface Reports extends Pick<ListTableProps<object>, 'onEndSeen'> {
  moves: ListTableProps<object>['moves'] | undefined;
  move(step: number): void;
  isAtEnd: boolean;
  count: number;
}

/** Tells the page how to move through the rows, and when their end is in sight. */
function useReports({ moves, move, isAtEnd, count, onEndSeen }: Reports): void {
  useEffect(() => {
    if (moves !== undefined) moves.current = move;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after more rows came their end may be in sight again
  useEffect(() => {
    if (isAtEnd) onEndSeen();
  }, [isAtEnd, count, onEndSeen]);
}

/** The names of groups differ in height from rows. */
function heightsOf(lines: readonly Line<unknown>[], rowPx: number) {
  const heads = lines.flatMap(({ kind }, index) => (kind === 'head' ? index : []));
  return {
    pxOf: (index: number) => (lines[index]?.kind === 'head' ? GROUP_HEAD_PX : rowPx),
    heights: [rowPx, ...heads].join(' '),
  };
}

const NONE: ReadonlySet<string> = new Set();

function useListTable<Item extends object>(props: ListTableProps<Item>) {
  const { columns, items, keyOf, hidden = NONE, openKey, selected, onSelect, sort, isComplete, orders = null } = props;
  const isNarrow = useNarrow();
  const isPhone = usePhone();
  const isTight = isNarrow || openKey !== undefined;
  const isSortedHere = sort !== undefined && isComplete && orders === null;
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const data = useMemo(() => [...items], [items]);
  const isShown = ({ id, isTold = false, isWide = false, isSpare = false, phone }: ListColumn<Item>) =>
    isPhone ? phone !== undefined : !isTold && !hidden.has(id) && !(isWide && isTight) && !(isSpare && isNarrow);
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data,
    getRowId: keyOf,
    state: {
      sorting: isSortedHere ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [],
      rowSelection: selected,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
    },
    onRowSelectionChange: onSelect,
  });
  const visible = table.getVisibleLeafColumns().map(({ id }) => id);
  const shown = columns.filter(({ id }) => visible.includes(id));
  const told = columns.filter((column) => column.isTold === true || (column.isTime === true && shown.includes(column)));
  const described = { columns: shown, told };
  return { table, rows: table.getRowModel().rows, described, template: shown.map(({ width }) => width).join(' ') };
}
