// SPDX-License-Identifier: Apache-2.0
/** The columns of a list as a page describes them, and the table that TanStack makes of them. */

import type { CsvValue } from '@svc/contract/csv';
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';

/** Named one by one: each that is not here is not in the bundle. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

export interface ListColumn<Item> {
  id: string;
  name: string;
  /** For CSV, and for the order. */
  value(item: Item): CsvValue;
  /** Without it the value is shown. */
  cell?(item: Item): ReactNode;
  /** The value is a name that a machine gave, which is set like code. */
  isName?: boolean;
  /** The value is a moment: the row is described by it in full, and a file names its zone. */
  isTime?: boolean;
  /** A track of the grid: `6rem`, `minmax(0, 2fr)`. */
  width: string;
  isEnd?: boolean;
  /** Acts on the row, above its link; it is no part of the file. */
  isAct?: boolean;
  /** The table leaves it out: a file has it, and the row is described by it. */
  isTold?: boolean;
  /** Gives way where there is little room, as beside an open drawer. */
  isWide?: boolean;
  /** It is left out of a narrow window, with a panel beside the list or without. */
  isSpare?: boolean;
  /** The corner of the two-line row of a phone, or the rest of its line; without one it is not shown there. */
  phone?: 'start' | 'rest' | 'middle' | 'end' | 'below';
}

/** The value stays reachable from the definition, so that a row of CSV needs no table. */
export function definitionsOf<Item extends object>(
  columns: readonly ListColumn<Item>[],
): ColumnDef<typeof FEATURES, Item>[] {
  return columns.map((column) => ({
    id: column.id,
    header: column.name,
    accessorFn: (item: Item) => column.value(item) ?? undefined,
    sortFn: (one, other, id) => compare(one.getValue(id), other.getValue(id)),
    sortUndefined: 'last',
  }));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}
