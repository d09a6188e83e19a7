// SPDX-License-Identifier: Apache-2.0
/** Rows under the names of their groups, as lines of one list. */
import type { ReactNode } from 'react';

export interface Groups<Item> {
  of(item: Item): string;
  head(group: string): ReactNode;
}

export type Line<Row> = { kind: 'head'; group: string } | { kind: 'row'; row: Row };

/** A head stands before the first row of each group; the rows come in the order of their groups. */
export function linesOf<Row extends { original: unknown }>(
  rows: readonly Row[],
  groupOf: ((item: Row['original']) => string) | undefined,
): Line<Row>[] {
  let last: string | undefined;
  return rows.flatMap((row): Line<Row>[] => {
    const group = groupOf?.(row.original);
    const isFirst = group !== undefined && group !== last;
    last = group;
    return isFirst
      ? [
          { kind: 'head', group },
          { kind: 'row', row },
        ]
      : [{ kind: 'row', row }];
  });
}
