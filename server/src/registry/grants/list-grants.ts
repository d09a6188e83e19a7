// SPDX-License-Identifier: Apache-2.0
/** Grants as people see them, the newest first. */
import {
  type Destination,
  type DlpType,
  type EventAction,
  type Grant,
  type GrantEndReason,
  type GrantList,
  type GrantListQuery,
  type Role,
  UUID_PATTERN,
} from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { Page } from '../../platform/pagination/index.ts';
import { type Condition, inTransaction } from '../../storage/db/index.ts';
import { contains, type ListShape, type Reader, type Reads, readList } from '../../storage/lists/index.ts';

/** The number of its audit entry marks a grant. */
export const GRANT_MARK = /^\d{1,15}$/;

const UUID = new RegExp(UUID_PATTERN);

/** @throws ApiError 429 when too much is searched at once */
export async function listGrants(
  reads: Reads,
  reader: Reader & { role: Role },
  { status, agent, resource, action, maker, q }: Omit<GrantListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<GrantList> {
  const nowMs = reads.pool.clock.nowMs();
  const isId = q !== undefined && UUID.test(q);
  const filters: Condition[] = [
    [status === 'LIVE' ? new Date(nowMs) : null, (place) => `g.until > ${place}::timestamptz`],
    [agent, recordCondition('agent', agent)],
    [resource, recordCondition('resource', resource)],
    [action, (place) => `g.action = ${place}`],
    [maker, (place) => `g.made_by = ${place}::uuid`],
    [isId ? null : q, searchCondition],
  ];
  const shape: ListShape<Row> = {
    ...GRANTS,
    section:
      status === undefined ? [] : [{ column: '(g.ended_at IS NULL)', type: 'boolean', value: status === 'LIVE' }],
    filters,
    exact: isId ? [q, (place) => `g.id = ${place}::uuid`] : null,
  };
  const isSearch = filters.some(([value]) => value !== undefined && value !== null) || isId;
  return await readList(
    reads,
    reader,
    { page, isSearch },
    () => shape,
    (row) => grantOf(row, reader, nowMs),
  );
}

/** @throws ApiError 404 */
export async function readGrant(
  reads: Pick<Reads, 'pool'>,
  reader: Reader & { role: Role },
  id: string,
): Promise<Grant> {
  const { organizationId } = reader;
  const [row] = await inTransaction(reads.pool, [organizationId], (transaction) =>
    transaction.query<Row>(SELECT_ONE, [organizationId, id]),
  );
  if (row === undefined) throw new ApiError('not_found', { message: 'There is no such grant.' });
  return grantOf(row, reader, reads.pool.clock.nowMs());
}

interface Row {
  [column: string]: unknown;
  id: string;
  agent_id: string;
  agent_name: string | null;
  action: EventAction;
  resource_id: string;
  resource_name: string | null;
  destination: Destination | null;
  gateway: Grant['call'];
  dlp_types: DlpType[];
  records_max: number;
  policy_id: string | null;
  policy_name: string | null;
  until: Date;
  uses_max: number | null;
  used: number;
  event_id: string;
  made_at: Date;
  made_by: string;
  maker_name: string | null;
  note: string | null;
  ended_at: Date | null;
  ended_reason: GrantEndReason | null;
  ended_by: string | null;
  ender_name: string | null;
  end_note: string | null;
  audit_seq: number;
}

function grantOf(row: Row, { userId, role }: Reader & { role: Role }, nowMs: number): Grant {
  const { uses_max: usesMax, used: uses, until, ended_at: endedAt } = row;
  const isLive = endedAt === null && until.getTime() > nowMs && (usesMax === null || uses < usesMax);
  return {
    id: row.id,
    status: isLive ? 'LIVE' : 'ENDED',
    agent: { id: row.agent_id, name: row.agent_name },
    action: row.action,
    resource: { id: row.resource_id, name: row.resource_name },
    destination: row.destination,
    call: row.gateway,
    dlpTypes: row.dlp_types,
    recordsAffectedMax: row.records_max,
    policy: row.policy_id === null ? null : { id: row.policy_id, name: row.policy_name },
    until: until.toISOString(),
    usesMax,
    uses,
    eventId: row.event_id,
    madeAt: row.made_at.toISOString(),
    madeBy: { id: row.made_by, name: row.maker_name },
    note: row.note,
    endedAt: endedAt?.toISOString() ?? null,
    endedReason: row.ended_reason,
    endedBy: row.ended_by === null ? null : { id: row.ended_by, name: row.ender_name },
    endNote: row.end_note,
    mayEnd: isLive && (role !== 'MEMBER' || row.made_by === userId),
  };
}

/** No name looks like a UUID: registration refuses such names. */
function recordCondition(field: 'agent' | 'resource', asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `g.${field}_id = ${place}::uuid`;
  return (place) => `g.${field}_id = (SELECT id FROM svc.${field}s WHERE organization_id = $1 AND name = ${place})`;
}

const searchCondition = (place: string): string => `(
    EXISTS (SELECT FROM svc.agents a
      WHERE a.organization_id = $1 AND a.id = g.agent_id AND (${contains(place, 'a.name')}))
    OR EXISTS (SELECT FROM svc.resources r
      WHERE r.organization_id = $1 AND r.id = g.resource_id AND (${contains(place, 'r.name')}))
  )`;

const nameIn = (table: string, id: string): string =>
  `(SELECT name FROM svc.${table} WHERE organization_id = $1 AND id = ${id} OFFSET 0)`;
const person = (id: string): string => `(SELECT name FROM svc.accounts WHERE id = ${id} OFFSET 0)`;

const COLUMNS = `g.*, ${nameIn('agents', 'g.agent_id')} AS agent_name,
    ${nameIn('resources', 'g.resource_id')} AS resource_name, ${person('g.made_by')} AS maker_name,
    ${person('g.ended_by')} AS ender_name, (
      SELECT name FROM svc.policy_revisions p
      WHERE p.organization_id = $1 AND p.policy_id = g.policy_id AND p.version_to IS NULL
    ) AS policy_name, COALESCE(g.uses, (
      SELECT c.used::int FROM svc.counters c WHERE c.organization_id = $1 AND c.name = g.id::text
    ), 0) AS used`;

const SELECT_ONE = `SELECT ${COLUMNS} FROM svc.grants g WHERE g.organization_id = $1 AND g.id = $2`;

const GRANTS = {
  from: 'svc.grants g',
  alias: 'g',
  order: 'DESC',
  mark: [{ column: 'g.audit_seq', type: 'bigint' }],
  markValues: (mark: string) => [mark],
  key: 'g.audit_seq, g.made_at',
  markOf: (row: Row) => String(row.audit_seq),
  momentOf: (row: Row) => row.made_at,
  select: (cut: string) => `SELECT ${COLUMNS} FROM (${cut}) g ORDER BY g.audit_seq DESC`,
} as const satisfies Partial<ListShape<Row>>;
