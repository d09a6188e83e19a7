// SPDX-License-Identifier: Apache-2.0
/** The policies of an organization as its people see them: searched, sorted and by pages, with their hits. */
import {
  type AppPolicyList,
  type AppPolicyListQuery,
  LISTED_CONDITION_CHARACTERS_MAX,
  type PolicyCondition,
  type PolicyItem,
  type PolicySpec,
} from '@svc/contract';
import { normalizePolicy } from '@svc/core/policy';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { contains, type Reader, type Reads } from '../../storage/lists/index.ts';
import { namedAgents } from '../policy-jobs/index.ts';
import { AUTHOR_COLUMNS, AUTHOR_JOINS, type AuthorRow, changedByOf } from '../policy-versions/index.ts';
import { NO_HITS, type PolicyHits, type PolicyHitsReader } from './hits.ts';

/** The key of the order, and the name as base64url. */
export const POLICY_MARK = /^-?\d{1,16}:[\w-]{0,700}$/;

/** Names sort in code point order within one key; the lowest key comes first. */
const SORT_KEYS: Record<NonNullable<AppPolicyListQuery['sort']>, string> = {
  effect: `array_position(ARRAY['BLOCK', 'REVIEW', 'ALLOW'], r.summary ->> 'decision')::bigint`,
  name: '0::bigint',
  '-updatedAt': '-(extract(epoch FROM r.updated_at) * 1000)::bigint',
  '-hits': '-COALESCE(h.decisions, 0)',
};

/** @throws ApiError 429 when too much is read at once */
export async function listPoliciesForPeople(
  reads: Reads,
  hitsReader: PolicyHitsReader,
  reader: Reader,
  query: Omit<AppPolicyListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<AppPolicyList> {
  const { organizationId } = reader;
  return await reads.run(reader, 'list', async () => {
    const hits = await hitsReader.of(organizationId);
    const values = [organizationId, ...sumsOf(hits), ...filtersOf(query)];
    return await inTransaction(
      reads.pool,
      [organizationId],
      async (transaction) => {
        const rows = await selectPage(transaction, values, query.sort ?? 'effect', page);
        const [totals] = await transaction.query<TotalsRow>(SELECT_TOTALS, values);
        const names = await selectAgentNames(transaction, organizationId, rows);
        const { version = 0, total = 0, block = 0, review = 0, allow = 0 } = totals ?? {};
        const itemOf = (row: ItemRow) => policyItemOf(row, hits, names);
        return {
          ...pageAnswer(rows, page, ({ key, name }) => `${key}:${Buffer.from(name).toString('base64url')}`, itemOf),
          total,
          totals: { BLOCK: block, REVIEW: review, ALLOW: allow },
          version,
        };
      },
      'snapshot',
    );
  });
}

function sumsOf(hits: PolicyHits): [string[], number[]] {
  return [[...hits.keys()], [...hits.values()].map((days) => days.reduce((sum, one) => sum + one, 0))];
}

function filtersOf({ q, decision, mode, enabled, action, resource }: AppPolicyListQuery): (string | null)[] {
  return [q, decision, mode, enabled, action, resource].map((filter) => filter ?? null);
}

const FOUND = `
  FROM svc.policy_revisions r
    LEFT JOIN unnest($2::text[], $3::bigint[]) AS h (id, decisions) ON h.id = r.policy_id::text
  WHERE r.organization_id = $1 AND r.version_to IS NULL
    AND ($4::text IS NULL OR ${contains('$4', 'r.name', "r.summary ->> 'description'")})
    AND ($5::text IS NULL OR r.summary ->> 'decision' = $5)
    AND ($6::text IS NULL OR r.summary ->> 'mode' = $6)
    AND ($7::text IS NULL OR r.summary ->> 'enabled' = $7)
    AND ($8::text IS NULL OR r.summary ->> 'action' = $8)
    AND ($9::text IS NULL OR r.summary ->> 'resource' = $9)`;

interface TotalsRow {
  version: number;
  total: number;
  block: number;
  review: number;
  allow: number;
}

const totalOf = (decision: string) => `count(*) FILTER (WHERE r.summary ->> 'decision' = '${decision}')::int`;
const SELECT_TOTALS = `
  SELECT count(*)::int AS total, ${totalOf('BLOCK')} AS block, ${totalOf('REVIEW')} AS review,
    ${totalOf('ALLOW')} AS allow,
    (SELECT policy_set_version FROM svc.organization_heads WHERE organization_id = $1) AS version
  ${FOUND}`;

interface ItemRow extends AuthorRow {
  id: string;
  key: number;
  name: string;
  summary: PolicySpec;
  condition: PolicyCondition | null;
  condition_left_out: boolean;
  updated_at: Date;
  version_from: number;
  tests: number;
}

async function selectPage(
  transaction: Transaction,
  values: readonly unknown[],
  sort: keyof typeof SORT_KEYS,
  { after, limit }: Page,
): Promise<ItemRow[]> {
  const [key = null, name = null] = after?.split(':') ?? [];
  const afterName = name === null ? null : Buffer.from(name, 'base64url').toString();
  return await transaction.query<ItemRow & Record<string, unknown>>(SELECT_PAGE[sort], [
    ...values,
    key,
    afterName,
    limit + 1,
    LISTED_CONDITION_CHARACTERS_MAX,
  ]);
}

/** The page is cut from the short columns; conditions are read for its rows alone. */
const pageStatement = (key: string) => `
  WITH cut AS MATERIALIZED (
    SELECT * FROM (
      SELECT ${key} AS key, r.policy_id, r.version_from, r.name, r.summary, r.updated_at ${FOUND}
    ) AS found
    WHERE $10::bigint IS NULL OR (key, name COLLATE "C") > ($10::bigint, $11::text COLLATE "C")
    ORDER BY key, name COLLATE "C" LIMIT $12
  )
  SELECT c.policy_id AS id, c.key, c.name, c.summary, c.updated_at, c.version_from, ${AUTHOR_COLUMNS},
    CASE WHEN NOT long.is_long THEN r.spec -> 'condition' END AS condition, long.is_long AS condition_left_out,
    COALESCE(jsonb_array_length(t.cases), 0) AS tests
  FROM cut c
    JOIN svc.policy_revisions r ON r.organization_id = $1 AND r.policy_id = c.policy_id
      AND r.version_from = c.version_from
    CROSS JOIN LATERAL (SELECT length((r.spec -> 'condition')::text) IS NOT NULL
      AND length((r.spec -> 'condition')::text) > $13 AS is_long) AS long
    LEFT JOIN svc.policy_cases t ON t.organization_id = $1 AND t.policy_id = c.policy_id
    LEFT JOIN svc.policy_set_versions v ON v.organization_id = $1 AND v.version = c.version_from
    ${AUTHOR_JOINS}
  ORDER BY c.key, c.name COLLATE "C"`;
const SELECT_PAGE = {
  effect: pageStatement(SORT_KEYS.effect),
  name: pageStatement(SORT_KEYS.name),
  '-updatedAt': pageStatement(SORT_KEYS['-updatedAt']),
  '-hits': pageStatement(SORT_KEYS['-hits']),
};

/** The present names of the agents that the conditions of a page name. */
async function selectAgentNames(
  transaction: Transaction,
  organizationId: string,
  rows: readonly ItemRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set<string>();
  const note = (id: string): undefined => void ids.add(id);
  for (const { condition } of rows) if (condition !== null) namedAgents({ condition }, note);
  if (ids.size === 0) return new Map();
  const found = await transaction.query<{ id: string; name: string }>(SELECT_AGENTS, [organizationId, [...ids]]);
  return new Map(found.map(({ id, name }) => [id, name]));
}

const SELECT_AGENTS = `SELECT id, name FROM svc.agents WHERE organization_id = $1 AND id::text = ANY ($2::text[])`;

function policyItemOf(row: ItemRow, hits: PolicyHits, names: ReadonlyMap<string, string>): PolicyItem {
  const days = hits.get(row.id) ?? NO_HITS;
  const spec = { ...row.summary, ...(row.condition !== null && { condition: row.condition }) };
  return {
    id: row.id,
    ...normalizePolicy(spec),
    updatedAt: row.updated_at.toISOString(),
    conditionLeftOut: row.condition_left_out,
    hits: { decisions: days.reduce((sum, one) => sum + one, 0), days: [...days] },
    tests: row.tests,
    agents: namedAgents(spec, (id) => names.get(id)),
    changedBy: changedByOf(row, row.version_from),
  };
}
