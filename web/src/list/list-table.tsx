/** Rows in columns; on phones each is two lines. It is a table for readers of the screen, whatever it is drawn with. */
import { type RowSelectionState, type Updater, useTable } from '@tanstack/react-table';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useNarrow, usePhone } from '../ui/media.ts';
import { definitionsOf, FEATURES, type ListColumn } from './columns.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';
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
  /** Every row is here: only then they can be put in another order. */
  isComplete: boolean;
  onEndSeen(): void;
  /** Lets the drawer move through the rows. */
  moves?: RefObject<((step: number) => void) | null>;
}

const ROW_PX = { normal: { flat: 34, tall: 52 }, compact: { flat: 28, tall: 44 } } as const;
const PHONE_ROW_PX = 64;

export function ListTable<Item extends object>(props: ListTableProps<Item>) {
  const { label, columns, items, keyOf, linkColumn, isTall = false, density = 'normal', openKey, isComplete } = props;
  const isPhone = usePhone();
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const table = useListTable(props);
  const rows = table.getRowModel().rows;
  const visible = table.getVisibleLeafColumns().map(({ id }) => id);
  const shown = columns.filter(({ id }) => visible.includes(id));
  const rowPx = isPhone ? PHONE_ROW_PX : ROW_PX[density][isTall ? 'tall' : 'flat'];
  const inSight = useRowWindow({ count: rows.length, rowPx, scroller, rows: body, isPhone });
  const { moves, onEndSeen, onOpen, onClose } = props;
  const keyboard = useRowKeys({
    keys: rows.map(({ id }) => id),
    openKey,
    rows: body,
    scrollTo: inSight.scrollTo,
    onOpen,
    onClose,
    onSelect: (key) => table.getRow(key).toggleSelected(),
  });
  useEffect(() => {
    if (moves !== undefined) moves.current = keyboard.move;
  });
  useEffect(() => {
    if (inSight.lastSeen >= rows.length - 1) onEndSeen();
  }, [inSight.lastSeen, rows.length, onEndSeen]);
  const template = shown.map(({ width }) => width).join(' ');
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      className="min-h-0 grow focus-visible:-outline-offset-2 md:overflow-y-auto"
    >
      <div role="table" aria-label={label} aria-rowcount={isComplete ? items.length + 1 : -1}>
        <ListHead
          columns={shown}
          template={template}
          sort={props.sort}
          onSort={isComplete ? props.onSort : undefined}
        />
        <div ref={body} role="rowgroup" className="relative" style={{ height: inSight.heightPx }}>
          {inSight.rows.map(({ index, topPx }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <ListRow
                key={row.id}
                item={row.original}
                rowKey={keyOf(row.original)}
                index={index}
                columns={shown}
                linkColumn={linkColumn}
                place={{ topPx, heightPx: rowPx, template }}
                isOpen={row.id === openKey}
                isSelected={row.getIsSelected()}
                onSelect={() => row.toggleSelected()}
                onFocus={() => keyboard.setCurrent(row.id)}
              />
            );
          })}
        </div>
      </div>
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();

function useListTable<Item extends object>(props: ListTableProps<Item>) {
  const { columns, items, keyOf, hidden = NONE, openKey, selected, onSelect, sort, isComplete } = props;
  const isNarrow = useNarrow();
  const isPhone = usePhone();
  const isTight = isNarrow || openKey !== undefined;
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const data = useMemo(() => [...items], [items]);
  const isShown = ({ id, isWide, phone }: ListColumn<Item>) =>
    isPhone ? phone !== undefined : !hidden.has(id) && !(isWide === true && isTight);
  return useTable({
    features: FEATURES,
    columns: definitions,
    data,
    getRowId: keyOf,
    state: {
      sorting: sort !== undefined && isComplete ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [],
      rowSelection: selected,
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
    },
    onRowSelectionChange: onSelect,
  });
}
