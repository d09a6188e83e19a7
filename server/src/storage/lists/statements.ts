// SPDX-License-Identifier: Apache-2.0
/**
 * The statements of a list. A page is a range of rows: between two rows, compared column by column in the order of one
 * index. So the planner has one way to read it, whatever it believes about the tables.
 */
import type { ListShape, OrderType } from './shape.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** Both ends of a page, as marks: `after` is not in it, `until` is. null: as far as the list goes. */
export interface Range {
  after: string | null;
  until: string | null;
}

const LOWEST: Record<OrderType, unknown> = {
  bigint: '-9223372036854775808',
  smallint: '-32768',
  uuid: '00000000-0000-0000-0000-000000000000',
  timestamptz: '-infinity',
  boolean: 'false',
  text: '',
};
const HIGHEST: Record<Exclude<OrderType, 'text'>, unknown> = {
  bigint: '9223372036854775807',
  smallint: '32767',
  uuid: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  timestamptz: 'infinity',
  boolean: 'true',
};

type Shape = Omit<ListShape<never>, 'markOf' | 'momentOf'>;

/** The rows of a range that all filters let through, in order. */
export function pageStatement(organizationId: string, shape: Shape, range: Range, limit: number): Statement {
  const values: unknown[] = [organizationId, limit];
  const conditions = inRange(shape, range, values);
  for (const [value, text] of [...(shape.exact == null ? [] : [shape.exact]), ...shape.filters]) {
    if (value !== null && value !== undefined) conditions.push(text(`$${values.push(value)}`));
  }
  // One row needs no order: asked for one, the planner could walk the list to it.
  const order = shape.exact == null ? `ORDER BY ${orderOf(shape)}` : '';
  const cut = `SELECT ${shape.alias}.* FROM ${shape.from}
      WHERE ${conditions.join('\n        AND ')}
      ${order} LIMIT $2`;
  return { text: shape.select(cut), values };
}

/** The last row of a step of so many rows behind a mark; no row when fewer are left. */
export function stepStatement(organizationId: string, shape: Shape, after: string | null, rows: number): Statement {
  const values: unknown[] = [organizationId, rows - 1];
  const conditions = inRange(shape, { after, until: null }, values);
  const text = `SELECT ${shape.key} FROM ${shape.from}
    WHERE ${conditions.join('\n      AND ')}
    ORDER BY ${orderOf(shape)} OFFSET $2 LIMIT 1`;
  return { text, values };
}

function inRange(shape: Shape, { after, until }: Range, values: unknown[]): string[] {
  const { alias, where, section, mark, order, markValues } = shape;
  const compare = (comparison: string, marked: readonly unknown[]): string => {
    const columns = [...section, ...mark];
    const places = [...section.map(({ value }) => value), ...marked].map(
      (value, index) => `$${values.push(value)}::${columns[index]?.type}`,
    );
    return `ROW(${columns.map(({ column }) => column).join(', ')}) ${comparison} ROW(${places.join(', ')})`;
  };
  const lowest = shape.lowest ?? mark.map(({ type }) => LOWEST[type]);
  const highest = shape.highest ?? mark.map(({ type }) => HIGHEST[type as Exclude<OrderType, 'text'>]);
  const [beyond, upTo] = order === 'DESC' ? ['<', '>='] : ['>', '<='];
  return [
    `${alias}.organization_id = $1`,
    ...(where === undefined ? [] : [where]),
    compare('>=', lowest),
    compare('<=', highest),
    ...(after === null ? [] : [compare(beyond ?? '', markValues(after))]),
    ...(until === null ? [] : [compare(upTo ?? '', markValues(until))]),
  ];
}

function orderOf({ section, mark, order, nulls }: Shape): string {
  const suffix = nulls === undefined ? order : `${order} NULLS ${nulls}`;
  return [...section, ...mark].map(({ column }) => `${column} ${suffix}`).join(', ');
}
