// SPDX-License-Identifier: Apache-2.0
/**
 * A short list with one of its things open beside it. Where both have too little room it stands below, and a phone
 * shows one or the other. J and K move through the list.
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useChangeSearch } from '../list/change-search.ts';
import { ScrollRegion } from '../page/page.tsx';
import { useShortcut } from '../ui/shortcuts.ts';

interface SideBySideProps {
  list: ReactNode;
  /** The person chose a thing: on a phone it fills the page. */
  isChosen: boolean;
  children: ReactNode;
}

export function SideBySide({ list, isChosen, children }: SideBySideProps) {
  const pane = 'flex min-h-0 flex-col';
  return (
    <div className="@container flex min-h-0 grow flex-col">
      <div className="flex min-h-0 grow flex-col @3xl:flex-row">
        <div
          className={`${pane} border-line max-md:grow md:h-2/5 md:shrink-0 md:border-b @3xl:h-auto @3xl:w-86
            @3xl:border-r @3xl:border-b-0 ${isChosen ? 'max-md:hidden' : ''}`}
        >
          {list}
        </div>
        <div className={`${pane} min-w-0 grow ${isChosen ? '' : 'max-md:hidden'}`}>{children}</div>
      </div>
    </div>
  );
}

interface SideListProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string;
  /** The name of what is open, in the address. */
  field: 'event' | 'open' | 'webhook' | 'version';
  selected: string | undefined;
  row(item: Item): ReactNode;
  /** Before the row, and no part of its link. */
  beside?: ((item: Item) => ReactNode) | undefined;
  above?: ReactNode;
  below?: ReactNode;
}

const ROW =
  'flex min-h-13 min-w-0 grow flex-col ' +
  'justify-center gap-1.5 border-b border-line px-4 py-2.5 transition-colors hover:bg-hover ' +
  'focus-visible:-outline-offset-2 md:aria-[current]:bg-selected md:aria-[current]:shadow-edge';

export function SideList<Item>(props: SideListProps<Item>) {
  const { label, items, keyOf, field, selected, row, beside, above, below } = props;
  const change = useChangeSearch();
  const index = items.findIndex((item) => keyOf(item) === selected);
  const step = (by: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, index + by))];
    if (next !== undefined) change({ [field]: keyOf(next) });
  };
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  return (
    <ScrollRegion label={label}>
      {above}
      <ul>
        {items.map((item) => {
          const key = keyOf(item);
          return (
            <li key={key} className="flex">
              {beside?.(item)}
              <Link
                to="."
                search={((now: object) => ({ ...now, [field]: key })) as never}
                resetScroll={false}
                activeProps={{}}
                aria-current={key === selected ? 'true' : undefined}
                className={ROW}
              >
                {row(item)}
              </Link>
            </li>
          );
        })}
      </ul>
      {below}
    </ScrollRegion>
  );
}
