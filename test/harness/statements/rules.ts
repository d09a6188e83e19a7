// SPDX-License-Identifier: Apache-2.0
/** Rules of the service's statements, so that the rows of organizations may lie on several servers. */
import { TABLE_KINDS, type TableKind } from '../../../server/src/storage/schema/table-kinds.ts';
import { type Touched, touchedTables } from './tables.ts';

export interface StatementRule {
  /** The end of a sentence that begins with a statement that breaks it. */
  breaks: string;
  instead: string;
  isBrokenBy(text: string): boolean;
}

const kindOf = ({ table }: Touched): TableKind | undefined => TABLE_KINDS.get(table);
const isOfTenant = (touched: Touched): boolean => ['tenant', 'outbox'].includes(kindOf(touched) ?? '');
const isOfOutbox = (touched: Touched): boolean => kindOf(touched) === 'outbox';
const tenantsIn = (text: string): Touched[] => touchedTables(text).filter(isOfTenant);
const isOfSeveral = (text: string): boolean => tenantsIn(text).some(({ bound }) => bound !== 'one');

const LOCK = /\bFOR (UPDATE|NO KEY UPDATE|SHARE|KEY SHARE)\b/i;

/**
 * Reads alone, without a lock: a task finds which organizations of a list have something to do, or a worker looks over
 * one outbox. Every server answers for its own rows, and has a copy of those of people.
 */
function isLook(text: string): boolean {
  const touched = touchedTables(text);
  if (LOCK.test(text) || /\bLATERAL\b/i.test(text) || touched.some(({ isWritten }) => isWritten)) return false;
  const isOneOutbox = new Set(touched.map(({ table }) => table)).size === 1 && touched.every(isOfOutbox);
  return isOneOutbox || touched.every((one) => one.bound !== null || kindOf(one) === 'people');
}

const NOW = /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(|\bcurrent_(timestamp|date)\b/i;
/** A column beside an interval: the sum depends on the time zone, for all that PostgreSQL knows. */
const MOVED_COLUMN = /(?<![$\w:.])[a-z_][\w.]* [+-] (?:interval\b|make_interval\b|[\w$.:]+ \* interval\b)/i;
/** A moment that is moved by a value of a row. */
const MOVED_BY_COLUMN = /[+-] [a-z_]\w*\.\w+ \* interval\b/i;
const ASSIGNMENTS = /\bSET\b.*?(?=\bWHERE\b|\bFROM\b|\bRETURNING\b|$)/gi;
const CHOICES = /\bCASE\b.*?\bEND\b|\bCOALESCE ?\([^()]*\)/gi;

export const STATEMENT_RULES: readonly StatementRule[] = [
  {
    breaks: 'reads or writes rows of several organizations',
    instead: 'bind each table of an organization by organization_id = $n, or send one statement an organization',
    isBrokenBy: (text) => isOfSeveral(text) && !isLook(text),
  },
  {
    breaks: 'touches tables of an organization beside tables that lie on one server',
    instead: 'make it two statements',
    isBrokenBy: (text) => {
      const touched = touchedTables(text);
      const others = touched.filter((one) => !isOfTenant(one) && (kindOf(one) !== 'people' || one.isWritten));
      return touched.some(isOfTenant) && others.length > 0;
    },
  },
  {
    breaks: 'names a table that server/src/storage/schema/table-kinds.ts lacks',
    instead: 'say there where its rows may lie',
    isBrokenBy: (text) => touchedTables(text).some((one) => kindOf(one) === undefined),
  },
  {
    breaks: 'finds rows of an organization by their place on a disk (ctid)',
    instead: 'use the key',
    isBrokenBy: (text) => /\bctid\b/i.test(text) && tenantsIn(text).length > 0,
  },
  {
    breaks: 'looks up rows for each organization of a list (LATERAL)',
    instead: 'send one statement an organization',
    isBrokenBy: (text) => /\bLATERAL\b/i.test(text) && isOfSeveral(text),
  },
  {
    breaks: 'locks rows of several organizations',
    instead: 'lock those of one organization a statement, in the order of their ids',
    isBrokenBy: (text) => LOCK.test(text) && isOfSeveral(text),
  },
  {
    breaks: 'asks the clock of the database beside columns, or moves a column by an interval',
    instead: 'give the moment as a parameter, or use svc.next_ms',
    isBrokenBy: (text) =>
      tenantsIn(text).some(({ isWritten }) => isWritten) &&
      ([...text.matchAll(ASSIGNMENTS)].some(
        ([clause]) => NOW.test(clause) || MOVED_COLUMN.test(clause) || MOVED_BY_COLUMN.test(clause),
      ) ||
        [...text.matchAll(CHOICES)].some(([clause]) => NOW.test(clause) || /\binterval\b/i.test(clause))),
  },
  {
    breaks: 'inserts rows of a SELECT, and returns nothing',
    instead:
      'select organization_id, or end it with RETURNING 1: Citus copies other rows, which row-level security refuses',
    isBrokenBy: (text) =>
      tenantsIn(text).some(({ isWritten }) => isWritten) &&
      /^\s*INSERT INTO\b[^;]*?\)\s*SELECT\b(?! organization_id\b)/i.test(text) &&
      !/\bRETURNING\b|\bON CONFLICT\b/i.test(text),
  },
  {
    breaks: 'writes two tables, one of them from a SELECT',
    instead: 'make it two statements',
    isBrokenBy: (text) =>
      tenantsIn(text).filter(({ isWritten }) => isWritten).length > 1 &&
      [...text.matchAll(/\bINSERT INTO\b/gi)].length > 0 &&
      /\bINSERT INTO [^)]*\) SELECT\b/i.test(text),
  },
];
