// SPDX-License-Identifier: Apache-2.0
/** Sets of tool rules as people, keys and decisions read them. */
import type {
  StoredToolRules,
  ToolRulesDetail,
  ToolRulesItem,
  ToolRulesList,
  ToolRulesListQuery,
  ToolRulesSpec,
} from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import { checkToolRules, type ToolRulesFinding } from '@svc/core/tool-rules';
import type pg from 'pg';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { searchIn, viewOf } from '../record-lists/index.ts';
import { specOf, type ToolRulesValues } from './kind.ts';

interface ToolRulesRow extends ToolRulesValues {
  id: string;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 't.id, t.name, t.description, t.agent, t.resource, t.rules, t.unlisted, t.created_at, t.updated_at';
const VIEW = viewOf<ToolRulesRow>({
  noun: 'set of tool rules',
  table: 'svc.tool_rules',
  alias: 't',
  columns: COLUMNS,
  joins: '',
  sorts: {},
});

const TOOLS = `(SELECT string_agg(one ->> 'tools', ' ') FROM jsonb_array_elements(t.rules) AS one)`;

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listToolRules(reads: Reads, reader: Reader, query: ToolRulesListQuery): Promise<ToolRulesList> {
  const searched = `concat_ws(' ', t.name, t.description, t.agent, ${TOOLS})`;
  const filters: Condition[] = [[query.q, searchIn(searched, 't.id')]];
  return await VIEW.list(reads, reader, query, { filters }, itemOf);
}

function itemOf(row: ToolRulesRow): ToolRulesItem {
  return { ...storedOf(row), createdAt: row.created_at.toISOString() };
}

function storedOf({ id, updated_at: updatedAt, created_at: _createdAt, ...values }: ToolRulesRow): StoredToolRules {
  const { unlisted = 'DENY', ...spec } = specOf(values);
  return { id, ...spec, unlisted, updatedAt: updatedAt.toISOString() };
}

/** @throws ApiError 404 */
export async function showToolRules(
  transaction: Transaction,
  organizationId: string,
  id: string,
): Promise<ToolRulesDetail> {
  const row = await VIEW.row(transaction, organizationId, id);
  const spec = specOf(row);
  const unknown = await unknownNames(transaction, organizationId, [spec]);
  return { ...itemOf(row), warnings: [...checkToolRules(spec).warnings, ...(unknown[0] ?? [])] };
}

/** @throws ApiError 404 */
export async function readToolRules(pool: pg.Pool, organizationId: string, id: string): Promise<ToolRulesDetail> {
  return await inTransaction(pool, [organizationId], (transaction) => showToolRules(transaction, organizationId, id));
}

/** Agents and resources that the sets name and the organization does not have, for each set. */
export async function unknownNames(
  transaction: Transaction,
  organizationId: string,
  sets: readonly ToolRulesSpec[],
): Promise<ToolRulesFinding[][]> {
  const named = sets.map(namesIn);
  const names = [...new Set(named.flat().map(({ name }) => name))];
  const rows = await transaction.query<{ kind: string; name: string }>(SELECT_NAMES, [organizationId, names]);
  const known = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  return named.map((places) =>
    places
      .filter(({ kind, name }) => !known.has(`${kind} ${name}`))
      .map(({ kind, name, path }) => ({
        path,
        message: `There is no ${kind} with the name ${name}: calls are refused until there is.`,
      })),
  );
}

const SELECT_NAMES = `
  SELECT 'agent' AS kind, name FROM svc.agents WHERE organization_id = $1 AND name = ANY ($2::text[])
  UNION ALL
  SELECT 'resource', name FROM svc.resources WHERE organization_id = $1 AND name = ANY ($2::text[])`;

interface NamedIn {
  kind: 'agent' | 'resource';
  name: string;
  path: string;
}

function namesIn({ agent, resource, rules }: ToolRulesSpec): NamedIn[] {
  const found: NamedIn[] = [];
  if (agent !== undefined) found.push({ kind: 'agent', name: agent, path: 'agent' });
  if (resource !== undefined) found.push({ kind: 'resource', name: resource, path: 'resource' });
  rules.forEach((rule, place) => {
    if (rule.resource === undefined) return;
    found.push({ kind: 'resource', name: rule.resource, path: `rules[${place}].resource` });
  });
  return found;
}

const SELECT_ALL = `SELECT ${COLUMNS} FROM svc.tool_rules t WHERE t.organization_id = $1`;

/** Sorted by name in code point order. */
async function selectRows(transaction: Transaction, organizationId: string): Promise<ToolRulesRow[]> {
  const rows = await transaction.query<ToolRulesRow & Record<string, unknown>>(SELECT_ALL, [organizationId]);
  return rows.sort((left, right) => compareCodePoints(left.name, right.name));
}

export async function selectStoredToolRules(
  transaction: Transaction,
  organizationId: string,
): Promise<StoredToolRules[]> {
  return (await selectRows(transaction, organizationId)).map(storedOf);
}
