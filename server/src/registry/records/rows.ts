// SPDX-License-Identifier: Apache-2.0
/** The rows of one kind of records, from its columns. Writers hold the lock of the organization's head. */
import type { Transaction } from '../../storage/db/index.ts';
import { type Identified, type RecordWrites, recordsOf } from './plan-records.ts';

type Column = 'text' | 'integer' | 'boolean' | 'uuid' | 'jsonb' | 'text[]' | 'uuid[]';

/** The type of each field. A column has the name of its field, in snake case. */
export type Columns<Values> = { readonly [Field in keyof Values & string]: Column };

export interface RecordRows<Values> {
  /** Every record of the organization, by name. */
  select(transaction: Transaction, organizationId: string): Promise<Map<string, Identified<Values>>>;
  /** Makes or changes records, by id. */
  write(transaction: Transaction, organizationId: string, plan: RecordWrites<Values>, atMs: number): Promise<void>;
  /** The caller has seen that nothing refers to the record. */
  remove(transaction: Transaction, organizationId: string, id: string): Promise<void>;
}

/** @param table with the schema's name */
export function rowsOf<Values extends { name: string }>(table: string, columns: Columns<Values>): RecordRows<Values> {
  const [selectAll, writeAll] = [selectStatement(table, columns), writeStatement(table, columns)];
  const deleteOne = `DELETE FROM ${table} WHERE organization_id = $1 AND id = $2`;
  return {
    async select(transaction, organizationId) {
      const rows = await transaction.query<Identified<Values>>(selectAll, [organizationId]);
      return new Map(rows.map((row) => [row.name, row]));
    },
    async write(transaction, organizationId, plan, atMs) {
      const records = recordsOf(plan);
      if (records.length === 0) return;
      await transaction.query(writeAll, [organizationId, new Date(atMs), JSON.stringify(records)]);
    },
    async remove(transaction, organizationId, id) {
      await transaction.query(deleteOne, [organizationId, id]);
    },
  };
}

function selectStatement(table: string, columns: Record<string, Column>): string {
  const selected = Object.keys(columns).map((field) => `${columnOf(field)} AS "${field}"`);
  return `SELECT id, ${selected.join(', ')} FROM ${table} WHERE organization_id = $1`;
}

/** The moment of a change is later than that of the one before, so that it tells the two apart. */
function writeStatement(table: string, columns: Record<string, Column>): string {
  const fields = Object.entries(columns);
  const names = fields.map(([field]) => columnOf(field));
  return `
    INSERT INTO ${table} AS r (organization_id, id, ${names.join(', ')}, created_at, updated_at)
    SELECT $1, d.id, ${fields.map(([field, type]) => storedValue(`d."${field}"`, type)).join(', ')}, $2, $2
    FROM json_to_recordset($3) AS d (id uuid, ${fields.map(([field, type]) => `"${field}" ${sentAs(type)}`).join(', ')})
    ON CONFLICT (organization_id, id) DO UPDATE SET
      ${names.map((name) => `${name} = excluded.${name}`).join(', ')},
      updated_at = GREATEST(excluded.updated_at, svc.next_ms(r.updated_at))`;
}

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sentAs = (type: Column) => (type.endsWith('[]') ? 'json' : type);

/** A JSON null is stored as SQL NULL. */
function storedValue(sent: string, type: Column): string {
  if (type === 'jsonb') return `NULLIF(${sent}, 'null'::jsonb)`;
  if (!type.endsWith('[]')) return sent;
  return `(CASE WHEN json_typeof(${sent}) = 'array' THEN ARRAY(SELECT json_array_elements_text(${sent})) END)::${type}`;
}
