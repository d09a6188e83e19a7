// SPDX-License-Identifier: Apache-2.0
/** How a list is read, as its room tells it. Texts are SQL of ours; values of callers stand apart from them. */
import type { Condition } from '../db/index.ts';

/** The type of a column that a list is ordered by. */
export type OrderType = 'bigint' | 'smallint' | 'uuid' | 'timestamptz' | 'boolean' | 'text';

interface OrderColumn {
  /** A column or an expression, as the index has it. */
  column: string;
  type: OrderType;
}

/** A part of a list in which a search can find something. */
export interface ListPart {
  /** Values of `mark`, as those of the list. */
  lowest: readonly unknown[];
  highest: readonly unknown[];
  /** It has no more rows than this. */
  rowsMax: number;
  /** Nothing of the part is behind this mark. */
  endMark: string;
}

export interface ListShape<Row> {
  /** The table and its alias: `svc.events e`. */
  from: string;
  alias: string;
  /** A constant condition of a partial index. */
  where?: string;
  /**
   * The index has these columns behind the organization: first those whose values say which list it is, then those of
   * its order. The statement is ordered by all of them, so that no other index gives that order.
   */
  section: readonly (OrderColumn & { value: unknown })[];
  mark: readonly OrderColumn[];
  order: 'ASC' | 'DESC';
  /** The index has its columns in this way, so that another index of the same columns does not serve. */
  nulls?: 'LAST';
  /** The values of `mark` in the text of a mark. */
  markValues(mark: string): readonly unknown[];
  /** The list begins and ends there, by values of `mark`: the lowest, the highest, or null. */
  lowest?: readonly unknown[] | null;
  highest?: readonly unknown[] | null;
  /** A search looks at these parts alone, in this order. Without them it looks at the whole list. */
  parts?: readonly ListPart[] | null;
  /** Conditions that no index serves: each makes the list a search. */
  filters: readonly Condition[];
  /** Finds at most one row by itself, such as one with this id; then nothing is searched. */
  exact?: Condition | null;
  /** The columns that `markOf` and `momentOf` need, under the names that they have in `Row`. */
  key: string;
  /**
   * The whole statement around the rows of one page, which are cut before anything is joined to them. Joins are lateral
   * and fenced: a planner that takes a table for empty reads it whole for each row otherwise.
   */
  select(cut: string): string;
  markOf(row: Row): string;
  /** When the row was made. */
  momentOf(row: Row): Date;
}
