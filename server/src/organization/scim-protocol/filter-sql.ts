// SPDX-License-Identifier: Apache-2.0
/** Filters as conditions of SQL. Each attribute that may be asked has its column; values travel as parameters. */
import { UUID_PATTERN } from '@svc/contract';
import { badRequest } from './fault.ts';
import type { Comparison, Filter, FilterValue } from './filter.ts';

interface FilterColumn {
  /**
   * `text` without letter case, `exact` with it. `key`: `sql` holds lower case and has an index. `among`: a condition
   * on an id that is asked, with `?` in its place.
   */
  type: 'text' | 'exact' | 'key' | 'uuid' | 'boolean' | 'moment' | 'among';
  sql: string;
  /** One row at most has a value. */
  isUnique?: boolean;
}

export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** Whether one row at most, for each of a few values, can match: others are not looked at. */
export function isKeyed(filter: Filter, columns: FilterColumns): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.some((part) => isKeyed(part, columns));
    case 'or':
      return filter.parts.every((part) => isKeyed(part, columns));
    case 'compare':
      return filter.by === 'eq' && columns[filter.attribute]?.isUnique === true;
    case 'not':
    case 'present':
      return false;
  }
}

/**
 * @param values of the statement so far; those of the filter are added
 * @throws ScimFault 400 `invalidFilter` for an attribute that cannot be asked, and for a value of another type
 */
export function filterCondition(filter: Filter, columns: FilterColumns, values: unknown[]): string {
  const inner = (part: Filter): string => filterCondition(part, columns, values);
  switch (filter.kind) {
    case 'and':
      return `(${filter.parts.map(inner).join(' AND ')})`;
    case 'or':
      return `(${filter.parts.map(inner).join(' OR ')})`;
    case 'not':
      return `NOT ${inner(filter.part)}`;
    case 'present': {
      const { sql, type } = columnOf(filter.attribute, columns);
      return type === 'among' ? sql.replace('= ?', 'IS NOT NULL') : `(${sql} IS NOT NULL)`;
    }
    case 'compare': {
      const place = (value: unknown): string => {
        values.push(value);
        return `$${values.length}`;
      };
      return compared(columnOf(filter.attribute, columns), filter, place);
    }
  }
}

function columnOf(attribute: string, columns: FilterColumns): FilterColumn {
  const column = Object.hasOwn(columns, attribute) ? columns[attribute] : undefined;
  if (column !== undefined) return column;
  const names = Object.keys(columns).join(', ');
  throw badRequest('invalidFilter', `${attribute} cannot be asked in a filter. These can: ${names}.`);
}

interface Asked {
  attribute: string;
  by: Comparison;
  value: FilterValue;
}

type Place = (value: unknown) => string;

const ORDERED: Partial<Record<Comparison, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' };

/** A row without a value matches `ne` alone, so that `not` turns a filter round. */
function compared(column: FilterColumn, asked: Asked, place: Place): string {
  const { by } = asked;
  if (by === 'ne') return `NOT ${compared(column, { ...asked, by: 'eq' }, place)}`;
  switch (column.type) {
    case 'boolean':
      return `(${column.sql} = ${place(booleanOf(asked))}::boolean)`;
    case 'moment':
      return `(${column.sql} ${orderedBy(asked)} ${place(momentOf(asked))}::timestamptz)`;
    case 'uuid':
    case 'among':
      return ofId(column, asked, place);
    case 'text':
    case 'exact':
    case 'key':
      return ofText(column, asked, place);
  }
}

const UUID = new RegExp(UUID_PATTERN);

function ofId({ type, sql }: FilterColumn, asked: Asked, place: Place): string {
  const text = textOf(asked);
  if (asked.by !== 'eq') throw misused(asked, 'eq, ne or pr');
  if (!UUID.test(text)) return 'false';
  const value = `${place(text.toLowerCase())}::uuid`;
  return type === 'among' ? sql.replace('?', value) : `(${sql} = ${value})`;
}

function ofText({ type, sql }: FilterColumn, asked: Asked, place: Place): string {
  const text = type === 'exact' ? textOf(asked) : textOf(asked).toLowerCase();
  const value = `${place(text)}::text`;
  const own = type === 'text' ? `lower(${sql})` : sql;
  const { by } = asked;
  switch (by) {
    case 'co':
      return `COALESCE(strpos(${own}, ${value}) > 0, false)`;
    case 'sw':
      return `COALESCE(starts_with(${own}, ${value}), false)`;
    case 'ew':
      return `COALESCE(right(${own}, length(${value})) = ${value}, false)`;
    case 'eq':
      return type === 'text' ? `COALESCE(${own} = ${value}, false)` : `(${own} IS NOT NULL AND ${own} = ${value})`;
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return `COALESCE(${own} COLLATE "C" ${orderedBy(asked)} ${value} COLLATE "C", false)`;
  }
}

function orderedBy(asked: Asked): string {
  const operator = ORDERED[asked.by];
  if (operator === undefined) throw misused(asked, 'eq, ne, gt, ge, lt or le');
  return operator;
}

function textOf({ attribute, value }: Asked): string {
  if (typeof value === 'string') return value;
  throw badRequest('invalidFilter', `${attribute} is a text: write its value in double quotes, or ask \`pr\`.`);
}

/** Directories write it as a text, too. */
function booleanOf(asked: Asked): boolean {
  const { attribute, by, value } = asked;
  if (by !== 'eq') throw misused(asked, 'eq, ne or pr');
  const text = String(value).toLowerCase();
  if (text === 'true' || text === 'false') return text === 'true';
  throw badRequest('invalidFilter', `${attribute} is true or false.`);
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

function momentOf({ attribute, value }: Asked): Date {
  const moment = typeof value === 'string' && MOMENT.test(value) ? new Date(value) : null;
  if (moment !== null && !Number.isNaN(moment.getTime())) return moment;
  throw badRequest('invalidFilter', `${attribute} is a moment, such as "2030-01-31T12:00:00Z".`);
}

const misused = ({ attribute, by }: Asked, instead: string) =>
  badRequest('invalidFilter', `${attribute} cannot be asked by ${by}: ask it by ${instead}.`);
