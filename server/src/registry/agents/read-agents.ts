// SPDX-License-Identifier: Apache-2.0
/** Agents as people see them: one, one with all that is around it, and a page of them. */
import {
  type Agent,
  type AgentDetail,
  type AgentItem,
  type AgentList,
  type AgentListQuery,
  type AgentStatusChange,
  EXCEEDING_COUNTED_MAX,
  USERS_NAMED_MAX,
} from '@svc/contract';
import type pg from 'pg';
import { type Condition, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { keyStatus } from '../api-keys/index.ts';
import { countLiveGrants } from '../grants/index.ts';
import { selectPlan } from '../plans/index.ts';
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
import { selectUsersOfAgent } from './rows.ts';

interface AgentRow {
  id: string;
  name: string;
  description: string | null;
  status: Agent['status'];
  permissions: Agent['permissions'];
  created_at: Date;
  updated_at: Date;
  paused: StatusChangeRow | null;
}

interface StatusChangeRow {
  id: string;
  status: Agent['status'];
  at: string;
  by: string | null;
  by_name: string | null;
  reason: string | null;
  erased_at: string | null;
}

const CHANGE = `json_build_object('id', c.id, 'status', c.status, 'at', c.changed_at, 'by', c.changed_by,
  'by_name', p.name, 'reason', c.reason, 'erased_at', c.reason_erased_at)`;

const AGENT_COLUMNS = `a.id, a.name, a.description, a.status, a.permissions, a.created_at, a.updated_at, paused.paused`;

const AGENT_JOINS = `
  LEFT JOIN LATERAL (
    SELECT ${CHANGE} AS paused
    FROM (
      SELECT * FROM svc.agent_status_changes
      WHERE organization_id = $1 AND agent_id = a.id AND a.status = 'PAUSED' ORDER BY id DESC LIMIT 1
    ) AS c
      LEFT JOIN svc.accounts p ON p.id = c.changed_by
    OFFSET 0
  ) AS paused ON true`;

const OF_AGENTS = { noun: 'agent', table: 'svc.agents', alias: 'a' };
const AGENT_VIEW = viewOf<AgentRow>({ ...OF_AGENTS, columns: AGENT_COLUMNS, joins: AGENT_JOINS, sorts: {} });

/** @throws ApiError 404 */
export async function showAgent(transaction: Transaction, organizationId: string, id: string): Promise<Agent> {
  return agentOf(await AGENT_VIEW.row(transaction, organizationId, id));
}

function agentOf(row: AgentRow): Agent {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    permissions: row.permissions,
    paused: row.paused === null ? null : statusChangeOf(row.paused),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function statusChangeOf(change: StatusChangeRow): AgentStatusChange {
  return {
    id: change.id,
    status: change.status,
    at: new Date(change.at).toISOString(),
    by: change.by === null ? null : { id: change.by, name: change.by_name },
    reason: change.reason,
    reasonErasedAt: change.erased_at === null ? null : new Date(change.erased_at).toISOString(),
  };
}

interface ItemRow extends AgentRow, ActivityRow {
  keys: number;
  shared_keys: number;
  open_anomalies: number;
}

const WORKS = `k.organization_id = $1 AND k.revoked_at IS NULL
      AND COALESCE(k.revokes_at > $3, true) AND COALESCE(k.expires_at > $3, true)`;

/**
 * Waiting reviews are few: they are read once for all rows, and not once for each. So are keys that serve every agent:
 * PostgreSQL counts once what depends on no row.
 */
const ITEM_COLUMNS = `${AGENT_COLUMNS}, ${ACTIVITY_COLUMNS}, keys.n AS keys,
  (SELECT count(*)::integer FROM svc.api_keys k WHERE k.agent_id IS NULL AND ${WORKS}) AS shared_keys,
  anomalies.n AS open_anomalies`;

const ITEM_JOINS = `${AGENT_JOINS} ${activityJoins('AGENT', 'a')}
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS n FROM svc.api_keys k
    WHERE k.agent_id = a.id AND ${WORKS}
    OFFSET 0
  ) AS keys ON true
  LEFT JOIN LATERAL (
    SELECT count(*)::integer AS n FROM svc.anomalies n
    WHERE n.organization_id = $1 AND n.agent_id = a.id AND n.closed_at IS NULL
    OFFSET 0
  ) AS anomalies ON true`;

const ITEM_VIEW = viewOf<ItemRow>({
  ...OF_AGENTS,
  columns: ITEM_COLUMNS,
  joins: ITEM_JOINS,
  sorts: figureSorts('AGENT'),
});

/** @throws ApiError 400 for an unreadable cursor, 429 when too much is read at once */
export async function listAgents(reads: Reads, reader: Reader, query: AgentListQuery): Promise<AgentList> {
  const sandbox = query.sandbox === 'true';
  const filters: Condition[] = [
    [query.status, (place) => `a.status = ${place}`],
    [query.q, searchIn(`concat_ws(' ', a.name, a.description)`, 'a.id')],
  ];
  const { list, beside } = await ITEM_VIEW.listBeside<AgentItem, Beside>(
    reads,
    reader,
    query,
    { filters, sandbox },
    (row, { waiting }) => itemOf(row, waiting),
    (transaction) => besideAgents(transaction, reader.organizationId, sandbox),
  );
  return { ...list, registered: beside.registered, agentsMax: beside.agentsMax };
}

interface Beside {
  /** Waiting reviews by agent. */
  waiting: ReadonlyMap<string, Waiting>;
  registered: number;
  agentsMax: number | null;
}

interface Waiting {
  count: number;
  firstExpiresAt: Date;
}

async function besideAgents(transaction: Transaction, organizationId: string, sandbox: boolean): Promise<Beside> {
  const [waiting, [counted], { limits }] = await Promise.all([
    waitingByAgent(transaction, organizationId, sandbox),
    transaction.query<{ n: number }>(COUNT_AGENTS, [organizationId]),
    selectPlan(transaction, organizationId),
  ]);
  return { waiting, registered: counted?.n ?? 0, agentsMax: limits.agentsMax };
}

const COUNT_AGENTS = `SELECT count(*)::integer AS n FROM svc.agents WHERE organization_id = $1`;

async function waitingByAgent(
  transaction: Transaction,
  organizationId: string,
  sandbox: boolean,
): Promise<ReadonlyMap<string, Waiting>> {
  const rows = await transaction.query<{ agent_id: string; n: number; first: Date }>(SELECT_WAITING, [
    organizationId,
    sandbox,
    transaction.clock.now(),
  ]);
  return new Map(rows.map(({ agent_id, n, first }) => [agent_id, { count: n, firstExpiresAt: first }]));
}

/** The bound keeps a flood of reviews from slowing the list down: past it, later ones are not counted. */
const WAITING_READ_MAX = 1_000;

const SELECT_WAITING = `
  SELECT e.agent_id, count(*)::integer AS n, min(r.expires_at) AS first
  FROM (
    SELECT event_id, expires_at FROM svc.reviews
    WHERE organization_id = $1 AND sandbox = $2 AND status = 'PENDING' AND expires_at > $3::timestamptz
    ORDER BY expires_at, event_id LIMIT ${WAITING_READ_MAX}
  ) AS r,
    LATERAL (SELECT agent_id FROM svc.events WHERE organization_id = $1 AND id = r.event_id OFFSET 0) AS e
  GROUP BY e.agent_id`;

function itemOf(row: ItemRow, waiting: Beside['waiting']): AgentItem {
  return {
    ...agentOf(row),
    keys: row.keys,
    sharedKeys: row.shared_keys,
    openAnomalies: row.open_anomalies,
    waitingReviews: waiting.get(row.id)?.count ?? 0,
    activity: activityOf(row),
  };
}

/** @throws ApiError 404 */
export async function readAgent(
  pool: pg.Pool,
  organizationId: string,
  id: string,
  sandbox: boolean,
): Promise<AgentDetail> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const values = [organizationId, sandbox, transaction.clock.now(), id];
    const [row, waiting, uses, keys, changes, usedBy, [acts], grants] = await Promise.all([
      ITEM_VIEW.row(transaction, organizationId, id, sandbox),
      waitingByAgent(transaction, organizationId, sandbox),
      transaction.query<UseRow>(SELECT_USES, values),
      transaction.query<KeyRow>(SELECT_KEYS, [organizationId, id, transaction.clock.now()]),
      transaction.query<{ change: StatusChangeRow }>(SELECT_CHANGES, [organizationId, id]),
      selectUsersOfAgent(transaction, organizationId, id),
      transaction.query<{ exceeding: number }>(COUNT_EXCEEDING, [organizationId, id, sandbox]),
      countLiveGrants(transaction, organizationId, id, transaction.clock.nowMs()),
    ]);
    return {
      ...itemOf(row, waiting),
      exceeding: acts?.exceeding ?? 0,
      liveGrants: grants.own,
      firstReviewExpiresAt: waiting.get(id)?.firstExpiresAt.toISOString() ?? null,
      uses: uses.map(useOf),
      boundKeys: keys.map(({ last_at, ...key }) => ({ ...key, lastUsedAt: last_at?.toISOString() ?? null })),
      statusChanges: changes.map(({ change }) => statusChangeOf(change)),
      usedBy: usedBy.slice(0, USERS_NAMED_MAX),
    };
  });
}

/** A partial index holds the acts that exceed what was stated. */
const COUNT_EXCEEDING = `
  SELECT count(*)::integer AS exceeding FROM (
    SELECT FROM svc.acts x JOIN svc.events e ON e.organization_id = x.organization_id AND e.id = x.event_id
    WHERE x.organization_id = $1 AND x.exceeds AND e.agent_id = $2 AND e.sandbox = $3
    LIMIT ${EXCEEDING_COUNTED_MAX}
  ) acts`;

type Use = AgentDetail['uses'][number];

interface UseRow {
  [column: string]: unknown;
  resource_id: string;
  resource: Use['resource'];
  action: Use['action'];
  asked: number;
  stopped: number;
  last_day: string;
}

const SELECT_USES = `
  SELECT u.*, r.resource FROM (${usesOf('agent')}) u
    LEFT JOIN LATERAL (
      SELECT json_build_object('id', id, 'name', name, 'classification', classification) AS resource
      FROM svc.resources WHERE organization_id = $1 AND id = u.resource_id OFFSET 0
    ) AS r ON true
  ORDER BY u.asked DESC, u.resource_id, u.action`;

function useOf({ resource, resource_id: resourceId, action, asked, stopped, last_day: lastDay }: UseRow): Use {
  return { resource, resourceId, action, asked, stopped, lastDay };
}

type BoundKey = AgentDetail['boundKeys'][number];
type KeyRow = Omit<BoundKey, 'lastUsedAt'> & { [column: string]: unknown; last_at: Date | null };

const SELECT_KEYS = `
  SELECT k.id, k.name, k.kind, k.key_prefix AS prefix,
    ${keyStatus('k')} AS status,
    (SELECT max(l.at) FROM svc.figure_lasts l
     WHERE l.organization_id = $1 AND l.kind = 'KEY' AND l.record_id = k.id) AS last_at
  FROM svc.api_keys k
  WHERE k.organization_id = $1 AND k.agent_id = $2 AND k.revoked_at IS NULL AND COALESCE(k.revokes_at > $3, true)
  ORDER BY lower(k.name), k.id LIMIT 100`;

const SELECT_CHANGES = `
  SELECT ${CHANGE} AS change
  FROM svc.agent_status_changes c LEFT JOIN svc.accounts p ON p.id = c.changed_by
  WHERE c.organization_id = $1 AND c.agent_id = $2 ORDER BY c.id DESC LIMIT 20`;
