// SPDX-License-Identifier: Apache-2.0
/** One row: its link covers it, so that a press anywhere opens it, and the address of it can be copied. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/index.tsx';
import { useWords } from '../language/word-set.ts';
import type { ListColumn } from './columns.ts';
import { listPageWords } from './page-words.ts';
import type { PageOfRow } from './row-page.ts';

interface ListRowProps<Item> {
  item: Item;
  rowKey: string;
  index: number;
  columns: readonly ListColumn<Item>[];
  /** The columns that describe the row. */
  told: readonly ListColumn<Item>[];
  linkColumn: string;
  /** The row leads to a page instead of the drawer. */
  page?: PageOfRow | undefined;
  place: { topPx: number; heightPx: number; template: string };
  isOpen: boolean;
  isSelected: boolean;
  onSelect(): void;
  onFocus(): void;
}

const ROW =
  'group absolute inset-x-0 grid items-center gap-4 border-b border-line px-6 ' +
  'max-md:flex max-md:flex-wrap max-md:content-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4';

/** The edge of ink says which row is open or selected, also where the ground is hard to tell. */
const MARKED = 'bg-selected before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink';

const COVERING =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 ' +
  'focus-visible:after:outline-ink';

const PHONE_PLACES = {
  start: 'max-md:order-1 max-md:grow',
  rest: 'max-md:order-2 max-md:grow-99 max-md:basis-0 max-md:text-right',
  middle: 'max-md:order-2',
  end: 'max-md:order-3',
  below: 'max-md:order-5',
} as const;

export function ListRow<Item>(props: ListRowProps<Item>) {
  const { item, rowKey, index, columns, linkColumn, page, place, isOpen, isSelected, onFocus } = props;
  const when = useDescription(props.told, item);
  const link = (content: ReactNode) =>
    page === undefined ? (
      <Link
        to="."
        search={((now: object) => ({ ...now, open: rowKey })) as never}
        resetScroll={false}
        onFocus={onFocus}
        title={when}
        className={COVERING}
      >
        {content}
      </Link>
    ) : (
      <Link to={page} params={{ id: rowKey }} onFocus={onFocus} title={when} className={COVERING}>
        {content}
      </Link>
    );
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={rowKey}
      className={`${ROW} ${isOpen || isSelected ? MARKED : 'has-[a:hover]:bg-hover'}`}
      style={{ height: place.heightPx, transform: `translateY(${place.topPx}px)`, gridTemplateColumns: place.template }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="cell"
          className={`min-w-0 ${column.isAct === true ? 'relative z-1' : 'truncate'} ${
            column.isEnd === true ? 'text-right' : ''
          } ${
            column.phone === undefined ? '' : PHONE_PLACES[column.phone]
          } ${column.id === linkColumn ? 'max-md:grow max-md:basis-0' : besideOthers(column, columns)}`}
        >
          {at === 0 && <SelectBox {...props} />}
          {column.id === linkColumn ? link(contentOf(column, item)) : contentOf(column, item)}
        </div>
      ))}
      <span aria-hidden className="order-4 h-0 basis-full md:hidden" />
    </div>
  );
}

/** The moments of a row in full: its link covers them, so it tells them to the pointer and to readers of the screen. */
function useDescription<Item>(told: readonly ListColumn<Item>[], item: Item): string | undefined {
  const { format } = useLanguage();
  const lines = told.flatMap(({ isTime, name, value }) => {
    const text = value(item);
    return typeof text === 'string' ? [`${name}: ${isTime === true ? format.dateTime(text) : text}`] : [];
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

function contentOf<Item>({ cell, value, isName }: ListColumn<Item>, item: Item): ReactNode {
  if (cell !== undefined) return cell(item);
  return isName === true ? <span className="font-mono">{value(item) ?? '–'}</span> : (value(item) ?? '–');
}

/** Columns that share the second line of a phone are cut there, and begin no third line. */
function besideOthers<Item>(column: ListColumn<Item>, columns: readonly ListColumn<Item>[]): string {
  const below = columns.filter(({ phone }) => phone === 'below');
  if (column.phone !== 'below' || below.length < 2) return '';
  return column === below[0] ? 'max-md:max-w-[70%]' : 'max-md:grow max-md:basis-0 max-md:text-right';
}

/** A row by its names and by what opens it, as in `crm-sync, Export 4,812 from customers`. */
function nameOf<Item>(item: Item, columns: readonly ListColumn<Item>[], linkColumn: string): string {
  return columns
    .filter(({ id, isName }) => isName === true || id === linkColumn)
    .map(({ value }) => value(item))
    .filter((value) => value !== null && value !== '')
    .join(', ');
}

/** For a pointer; X does the same for the keyboard. */
function SelectBox<Item>({ item, columns, linkColumn, isSelected, onSelect }: ListRowProps<Item>) {
  const words = useWords(listPageWords);
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={words.selectRow(nameOf(item, columns, linkColumn))}
      checked={isSelected}
      onChange={onSelect}
      className="absolute top-1/2 left-1.5 z-1 size-3.5 -translate-y-1/2 opacity-0 accent-solid group-hover:opacity-100
        checked:opacity-100 max-md:hidden"
    />
  );
}
