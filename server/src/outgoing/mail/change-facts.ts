// SPDX-License-Identifier: Apache-2.0
/** Changes as a digest tells them, from their audit entries. Only values of closed lists and numbers are told. */
import { UUID_PATTERN } from '@svc/contract';
import { entryNumberOf, type ToldKind } from '../../storage/causes/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { harmlessText, withoutAddress } from './compose.ts';

export interface DigestChange {
  /** The number of the entry. */
  seq: number;
  at: Date;
  kind: ToldKind;
  /** The name of what was changed; null where it has none, or is gone. */
  name: string | null;
  by: { type: 'user' | 'key' | 'system'; name: string | null };
  fields: readonly ChangedField[];
}

export interface ChangedField {
  name: string;
  /** Null where the values are not told. */
  values: readonly [before: string, after: string] | null;
}

/** Fields whose values may stand in a mail: words of closed lists, numbers, yes and no. */
const TOLD_VALUES: ReadonlySet<string> = new Set([
  'action',
  'approvalValidMinutes',
  'assistantApprovals',
  'classification',
  'contextKept',
  'decision',
  'enabled',
  'enforcement',
  'mode',
  'outcomeMinutes',
  'grantHoursMax',
  'requireMfa',
  'resource',
  'reviewExpiryMinutes',
  'riskBlockAt',
  'riskReviewAt',
  'role',
]);

/** A long list of fields would hide the others. */
const FIELDS_MAX = 8;

export async function readChanges(
  transaction: Transaction,
  organizationId: string,
  subjectIds: readonly string[],
): Promise<DigestChange[]> {
  const rows = await transaction.query<ChangeRow>(SELECT_CHANGES, [organizationId, subjectIds.map(entryNumberOf)]);
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    name: nameOf(row.name),
    by: { type: row.actor_type, name: nameOf(row.actor_name) },
    fields: fieldsOf(row),
  }));
}

interface ChangeRow extends Record<string, unknown> {
  seq: number;
  at: Date;
  kind: ToldKind;
  actor_type: DigestChange['by']['type'];
  actor_name: string | null;
  name: string | null;
  fields: string[] | null;
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** Only a valid id is compared as one. */
const idOf = (column: string, type: string): string =>
  `CASE WHEN e.${column}_type = '${type}' AND e.${column}_id ~ '${UUID_PATTERN}' THEN e.${column}_id::uuid END`;

/** The accounts of former members are not visible to the organization: they have no name here. */
const SELECT_CHANGES = `
  SELECT e.seq, e.at, e.kind, e.actor_type, COALESCE(p.name, k.name) AS actor_name,
    COALESCE(e.metadata ->> 'name', s.name, e.metadata ->> 'keyPrefix') AS name,
    CASE WHEN json_typeof(e.metadata -> 'changedFields') = 'array'
      THEN ARRAY(SELECT json_array_elements_text(e.metadata -> 'changedFields')) END AS fields,
    CASE WHEN json_typeof(e.metadata -> 'before') = 'object' THEN e.metadata -> 'before' END AS before,
    CASE WHEN json_typeof(e.metadata -> 'after') = 'object' THEN e.metadata -> 'after' END AS after
  FROM svc.audit_entries e
    LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = ${idOf('actor', 'user')} OFFSET 0) AS p ON true
    LEFT JOIN LATERAL (
      SELECT name FROM svc.api_keys WHERE organization_id = $1 AND id = ${idOf('actor', 'key')} OFFSET 0
    ) AS k ON true
    LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = ${idOf('subject', 'member')} OFFSET 0) AS s ON true
  WHERE e.organization_id = $1 AND e.seq = ANY ($2::bigint[]) ORDER BY e.seq`;

function fieldsOf({ kind, fields, before, after }: ChangeRow): ChangedField[] {
  const named = kind === 'member.role_changed' ? ['role'] : (fields ?? []);
  return named.slice(0, FIELDS_MAX).map((field) => {
    const values = [before?.[field], after?.[field]].map(textOf);
    const [one, other] = values;
    const isTold = TOLD_VALUES.has(field) && one != null && other != null;
    return { name: harmlessText(field), values: isTold ? [one, other] : null };
  });
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? nameOf(value) : null;
}

const nameOf = <Name extends string | null>(name: Name): Name =>
  (name === null ? null : withoutAddress(harmlessText(name))) as Name;
