// SPDX-License-Identifier: Apache-2.0
/**
 * One kind of registered records as one description: its words, its columns, and the values of a new record. Rows,
 * plans and audit entries follow from it.
 */
import type { JsonObject } from '@svc/core/canonical-json';
import type { Change } from '../../storage/heads/index.ts';
import type { DeletableTable } from './change-record.ts';
import { type RecordKind, recordChanges } from './changes.ts';
import { type Identified, planRecords, type RecordPlan, type RecordWrites } from './plan-records.ts';
import { type Columns, type RecordRows, rowsOf } from './rows.ts';

/** A given record. An omitted field keeps its stored value; `Needed` fields are never omitted. */
export type Given<Values, Needed extends keyof Values = never> = {
  readonly id?: string | undefined;
} & { readonly [Field in Needed]: Values[Field] } & {
  readonly [Field in Exclude<keyof Values, Needed>]?: Values[Field] | undefined;
};

type Words = Pick<DeletableTable<never, never>, 'noun' | 'aNoun' | 'nouns' | 'nameFault'>;

interface KindDescription<Values, Needed extends keyof Values> extends Words {
  /** Type of the audit subject and prefix of the entry's kind: `http_route`. */
  type: string;
  /** The table with the schema's name. */
  table: string;
  columns: Columns<Values>;
  /** The values of a new record that leaves them out. */
  defaults: Readonly<Omit<Values, Needed>>;
}

/** How people see records of a kind, and what is told of it alone. */
type Shown<Values, Item> = Pick<DeletableTable<Values, Item>, 'show'> & Partial<DeletableTable<Values, Item>>;

/** The rows, plans and audit entries of a kind. */
export interface Kind<Values, GivenValues> extends Words, RecordRows<Values> {
  kind: RecordKind<Values>;
  /** The new values of a record. */
  valuesOf(given: GivenValues, stored: Values | undefined): Values;
  plan(
    given: readonly GivenValues[],
    stored: ReadonlyMap<string, Identified<Values>>,
    newId: () => string,
  ): RecordPlan<Values>;
  changes(plan: RecordWrites<Values>): Change[];
  /** The table whose records people change. Nothing refers to them, unless it says otherwise. */
  table<Item>(shown: Shown<Values, Item>): DeletableTable<Values, Item>;
}

export function kindOf<Values extends { name: string }, Needed extends keyof Values = never>(
  description: KindDescription<Values, Needed | 'name'>,
): Kind<Values, Given<Values, Needed | 'name'>> {
  const { noun, aNoun, nouns, nameFault, type, table, columns, defaults } = description;
  const fields = Object.keys(columns) as (keyof Values & string)[];
  const kind: RecordKind<Values> = {
    type,
    describe: ({ name }) => ({ name }),
    // Values of records are JSON, which their types hide.
    shown: (values) => Object.fromEntries(fields.map((field) => [field, values[field]])) as JsonObject,
  };
  const valuesOf = (given: Given<Values, Needed | 'name'>, stored: Values | undefined): Values => {
    const [said, left] = [given as Partial<Values>, stored ?? (defaults as unknown as Values)];
    const values = fields.map((field) => [field, said[field] === undefined ? left[field] : said[field]]);
    return Object.fromEntries(values) as Values;
  };
  const rows = rowsOf<Values>(table, columns);
  const changes = (plan: RecordWrites<Values>) => recordChanges(kind, plan);
  return {
    ...{ ...rows, noun, aNoun, nouns, nameFault, kind, valuesOf, changes },
    plan: (given, stored, newId) =>
      planRecords<Given<Values, Needed | 'name'>, Values>({
        ...{ noun, given, stored, newId },
        keyOf: ({ name }) => name,
        valuesOf,
      }),
    table: (shown) => ({
      ...{ noun, aNoun, nouns, nameFault, kind, changes, remove: rows.remove },
      select: async (transaction, organizationId) => ({ byName: await rows.select(transaction, organizationId) }),
      write: ({ transaction, organizationId, nowMs }, plan) => rows.write(transaction, organizationId, plan, nowMs),
      selectUsers: async () => [],
      ...shown,
    }),
  };
}
