// SPDX-License-Identifier: Apache-2.0
/** Lists the anomalies of an organization, newest first. */
import { type AnomalyList, type AnomalyListQuery, UUID_PATTERN } from '@svc/contract';
import type { Page } from '../../platform/pagination/index.ts';
import type { Condition } from '../../storage/db/index.ts';
import { contains, type ListShape, type Reader, type Reads, readList } from '../../storage/lists/index.ts';
import { ANOMALY_COLUMNS, type AnomalyRow, itemOfRow } from './item.ts';

/** The number of the opening audit entry marks an anomaly, which gives the order of commits. */
export const ANOMALY_MARK = /^\d{1,15}$/;

const UUID = new RegExp(UUID_PATTERN);

type Row = AnomalyRow & Record<string, unknown>;

/** @throws ApiError 429 when too much is searched at once */
export async function listAnomalies(
  reads: Reads,
  reader: Reader,
  query: Omit<AnomalyListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<AnomalyList> {
  // Events of TEST keys are never scanned.
  if (query.sandbox === 'true') return { items: [], nextCursor: null, searchedBackTo: null };
  const { status, kind, severity, agent, q } = query;
  const isId = q !== undefined && UUID.test(q);
  const filters: Condition[] = [
    [kind, (place) => `n.kind = ${place}`],
    [severity, (place) => `n.severity = ${place}`],
    [agent, agentCondition(agent)],
    [isId ? null : q, searchCondition],
  ];
  const shape: ListShape<Row> = {
    ...ANOMALIES,
    section:
      status === undefined ? [] : [{ column: '(n.closed_at IS NULL)', type: 'boolean', value: status === 'OPEN' }],
    filters,
    exact: isId ? [q, (place) => `n.id = ${place}::uuid`] : null,
  };
  const isSearch = [kind, severity, agent, q].some((filter) => filter !== undefined);
  return await readList(reads, reader, { page, isSearch }, () => shape, itemOfRow);
}

/** No name looks like a UUID: registration refuses such names. */
function agentCondition(asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `n.agent_id = ${place}::uuid`;
  return (place) => `n.message_params ->> 'agent' = ${place}`;
}

const searchCondition = (place: string): string =>
  `(${contains(place, "n.message_params ->> 'agent'", "n.message_params ->> 'resource'")})`;

const ANOMALIES = {
  from: 'svc.anomalies n',
  alias: 'n',
  order: 'DESC',
  mark: [{ column: 'n.opened_seq', type: 'bigint' }],
  markValues: (mark: string) => [mark],
  key: 'n.opened_seq, n.created_at',
  markOf: (row: Row) => String(row.opened_seq),
  momentOf: (row: Row) => row.created_at,
  select: (cut: string) => `
    SELECT ${ANOMALY_COLUMNS}
    FROM (${cut}) n LEFT JOIN LATERAL (SELECT name FROM svc.accounts WHERE id = n.closed_by OFFSET 0) AS p ON true
    ORDER BY n.opened_seq DESC`,
} as const satisfies Partial<ListShape<Row>>;
