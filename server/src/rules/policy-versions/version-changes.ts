// SPDX-License-Identifier: Apache-2.0
/** The changes that a version made in the policy set, policy by policy and field by field. */
import {
  type PolicySpec,
  type PolicyVersionChange,
  VERSION_CHANGES_SHOWN_MAX,
  VERSION_FIELDS_SHOWN_MAX,
} from '@svc/contract';
import { normalizePolicy } from '@svc/core/policy';
import type { Transaction } from '../../storage/db/index.ts';

/** The length of what is compared here; further conditions are told as changed or not. */
const COMPARED_CHARACTERS_MAX = 100_000;

/** The first changes by name. */
export async function selectVersionChanges(
  transaction: Transaction,
  organizationId: string,
  version: number,
): Promise<PolicyVersionChange[]> {
  const rows = await transaction.query<ChangeRow>(SELECT_CHANGES, [
    organizationId,
    version,
    VERSION_CHANGES_SHOWN_MAX,
    COMPARED_CHARACTERS_MAX,
  ]);
  return rows.map(changeOf);
}

interface ChangeRow {
  [column: string]: unknown;
  id: string;
  name: string;
  before: PolicySpec | null;
  after: PolicySpec | null;
  is_left_out: boolean;
  is_condition_same: boolean;
}

/** Long conditions are compared here, and do not travel. */
const SELECT_CHANGES = `
  WITH changed AS (
    SELECT id, COALESCE(begun.name, ended.name) AS name, ended.spec AS before, begun.spec AS after,
      ended.summary AS summary_before, begun.summary AS summary_after
    FROM (
        SELECT policy_id AS id, name, spec, summary FROM svc.policy_revisions
        WHERE organization_id = $1 AND version_from = $2
      ) begun
      FULL JOIN (
        SELECT policy_id AS id, name, spec, summary FROM svc.policy_revisions
        WHERE organization_id = $1 AND version_to = $2
      ) ended USING (id)
    ORDER BY COALESCE(begun.name, ended.name) COLLATE "C" LIMIT $3
  ), measured AS (
    SELECT *, sum(COALESCE(length(before::text), 0) + COALESCE(length(after::text), 0))
      OVER (ORDER BY name COLLATE "C", id) > $4 AS is_left_out
    FROM changed
  )
  SELECT id, name, is_left_out,
    (before -> 'condition') IS NOT DISTINCT FROM (after -> 'condition') AS is_condition_same,
    CASE WHEN is_left_out THEN summary_before ELSE before END AS before,
    CASE WHEN is_left_out THEN summary_after ELSE after END AS after
  FROM measured ORDER BY name COLLATE "C", id`;

function changeOf({ id, name, before, after, is_left_out, is_condition_same }: ChangeRow): PolicyVersionChange {
  const op = before === null ? 'create' : after === null ? 'delete' : 'update';
  const fields: Field[] = [];
  const [left, right] = [before, after].map((spec) => (spec === null ? {} : normalizePolicy(spec)));
  compare(left, right, '', op === 'update', fields);
  const isTruncated = fields.length > VERSION_FIELDS_SHOWN_MAX || (is_left_out && !is_condition_same);
  return { op, id, name, fields: fields.slice(0, VERSION_FIELDS_SHOWN_MAX), isTruncated };
}

type Field = PolicyVersionChange['fields'][number];

/** @param isDeep goes into the condition; a new or deleted policy shows it whole */
function compare(before: unknown, after: unknown, path: string, isDeep: boolean, fields: Field[]): void {
  if (fields.length > VERSION_FIELDS_SHOWN_MAX) return;
  if ((isDeep || path === '') && isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(before[key], after[key], pathOf(path, key, Array.isArray(before)), isDeep, fields);
    }
    return;
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  fields.push({ field: path, before: before ?? null, after: after ?? null });
}

function pathOf(path: string, key: string, isList: boolean): string {
  if (isList) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isTree(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
