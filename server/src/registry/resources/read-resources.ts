// SPDX-License-Identifier: Apache-2.0
/** Resources as people see them: one, one with all that is around it, and a page of them. */
import {
  CLASSIFICATIONS,
  type Resource,
  type ResourceDetail,
  type ResourceItem,
  type ResourceList,
  type ResourceListQuery,
  USERS_NAMED_MAX,
} from '@svc/contract';
import type pg from 'pg';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import {
  ACTIVITY_COLUMNS,
  type ActivityRow,
  activityJoins,
  activityOf,
  figureSorts,
  searchIn,
  usesOf,
  viewOf,
} from '../record-lists/index.ts';
import { selectUsersOfResource } from './users.ts';

interface ResourceRow {
  id: string;
  name: string;
  classification: Resource['classification'];
  description: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = 'r.id, r.name, r.classification, r.description, r.created_at, r.updated_at';
const OF_RESOURCES = { noun: 'resource', table: 'svc.resources', alias: 'r' };
const RESOURCE_VIEW = viewOf<ResourceRow>({ ...OF_RESOURCES, columns: COLUMNS, joins: '', sorts: {} });

/** @throws ApiError 404 */
export async function showResource(transaction: Transaction, organizationId: string, id: string): Promise<Resource> {
  return resourceOf(await RESOURCE_VIEW.row(transaction, organizationId, id));
}

function resourceOf({ id, name, classification, description, created_at, updated_at }: ResourceRow): Resource {
  const times = { createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
  return { id, name, classification, description, ...times };
}

interface ItemRow extends ResourceRow, ActivityRow {
  agents: number;
  agent_names: ResourceItem['agentNames'] | null;
}

const ITEM_COLUMNS = `${COLUMNS}, ${ACTIVITY_COLUMNS}, users.agents, users.agent_names`;

/** Agents that are gone count, and have no name. */
const ITEM_JOINS = `${activityJoins('RESOURCE', 'r')}
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS agents, (
        json_agg(json_build_object('id', named.id, 'name', named.name) ORDER BY u.asked DESC, u.agent_id)
          FILTER (WHERE named.id IS NOT NULL AND u.place <= 3)
      ) AS agent_names
    FROM (
      SELECT agent_id, asked, row_number() OVER (ORDER BY asked DESC, agent_id) AS place
      FROM (
        SELECT agent_id, sum(asked) AS asked FROM svc.figure_uses
        WHERE organization_id = $1 AND sandbox = $2 AND resource_id = r.id
          AND day > ($3::timestamptz AT TIME ZONE 'UTC')::date - 30
        GROUP BY agent_id
      ) AS summed
    ) AS u
      LEFT JOIN LATERAL (
        SELECT id, name FROM svc.agents WHERE organization_id = $1 AND id = u.agent_id AND u.place <= 3 OFFSET 0
      ) AS named ON true
    OFFSET 0
  ) AS users ON true`;

/** Classes in the order of the contract, from the most open one. */
const CLASS_PLACE = `array_position(ARRAY['${CLASSIFICATIONS.join(`','`)}'], r.classification)`;

const ITEM_VIEW = viewOf<ItemRow>({
  ...OF_RESOURCES,
  columns: ITEM_COLUMNS,
  joins: ITEM_JOINS,
  sorts: { classification: { type: 'number', column: CLASS_PLACE }, ...figureSorts('RESOURCE') },
});

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listResources(reads: Reads, reader: Reader, query: ResourceListQuery): Promise<ResourceList> {
  const filters: Condition[] = [
    [query.classification, (place) => `r.classification = ${place}`],
    [query.q, searchIn(`concat_ws(' ', r.name, r.description)`, 'r.id')],
  ];
  return await ITEM_VIEW.list(reads, reader, query, { filters, sandbox: query.sandbox === 'true' }, itemOf);
}

function itemOf(row: ItemRow): ResourceItem {
  return { ...resourceOf(row), agents: row.agents, agentNames: row.agent_names ?? [], activity: activityOf(row) };
}

/** @throws ApiError 404 */
export async function readResource(
  pool: pg.Pool,
  organizationId: string,
  id: string,
  sandbox: boolean,
): Promise<ResourceDetail> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const values = [organizationId, sandbox, transaction.clock.now(), id];
    const [row, uses] = await Promise.all([
      ITEM_VIEW.row(transaction, organizationId, id, sandbox),
      transaction.query<UseRow>(SELECT_USES, values),
    ]);
    const usedBy = await selectUsersOfResource(transaction, organizationId, row);
    return { ...itemOf(row), uses: uses.map(useOf), usedBy: usedBy.slice(0, USERS_NAMED_MAX) };
  });
}

type Use = ResourceDetail['uses'][number];

interface UseRow {
  [column: string]: unknown;
  agent_id: string;
  agent: Use['agent'];
  action: Use['action'];
  asked: number;
  stopped: number;
  last_day: string;
}

const SELECT_USES = `
  SELECT u.*, a.agent FROM (${usesOf('resource')}) u
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', id, 'name', name) AS agent
      FROM svc.agents WHERE organization_id = $1 AND id = u.agent_id OFFSET 0
    ) AS a ON true
  ORDER BY u.asked DESC, u.agent_id, u.action`;

function useOf({ agent, agent_id: agentId, action, asked, stopped, last_day: lastDay }: UseRow): Use {
  return { agent, agentId, action, asked, stopped, lastDay };
}
