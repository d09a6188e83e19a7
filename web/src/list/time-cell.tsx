// SPDX-License-Identifier: Apache-2.0
/** When, with its date and to the second: rows of one list are told alike. Its zone stands in the head of the list. */
import { useLanguage } from '../language/index.tsx';
import { Timestamp } from '../ui/timestamp.tsx';
import type { ListColumn } from './columns.ts';

export function TimeCell({ iso }: { iso: string }) {
  const { format } = useLanguage();
  return (
    <span className="whitespace-nowrap text-ink-3 tabular-nums">
      <Timestamp iso={iso} text={format.row(iso, Date.now())} />
    </span>
  );
}

/** The column of the moment that a list is in the order of. */
export const timeColumn = <Item,>(id: string, name: string, isoOf: (item: Item) => string): ListColumn<Item> => ({
  id,
  name,
  isTime: true,
  width: '8.25rem',
  phone: 'end',
  value: isoOf,
  cell: (item) => <TimeCell iso={isoOf(item)} />,
});
