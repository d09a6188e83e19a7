/** Lists the anomalies of an organization, newest first. */
import { type AnomalyList, type AnomalyListQuery, UUID_PATTERN } from '@svc/contract';
import type pg from 'pg';
import { conditionsOf, inTransaction } from '../db/index.ts';
import { type Page, pageAnswer } from '../pagination/index.ts';
import { ANOMALY_COLUMNS, type AnomalyRow, itemOfRow } from './item.ts';

/** The number of the opening audit entry marks an anomaly, which gives the order of commits. */
export const ANOMALY_MARK = /^\d{1,15}$/;

const UUID = new RegExp(UUID_PATTERN);

export async function listAnomalies(
  pool: pg.Pool,
  organizationId: string,
  query: Omit<AnomalyListQuery, 'limit' | 'cursor'>,
  page: Page,
): Promise<AnomalyList> {
  const { text, values } = conditionsOf(
    [organizationId, page.limit + 1],
    [
      [page.after, (place) => `n.opened_seq < ${place}::bigint`],
      [query.status, (place) => `(n.closed_at IS NULL) = (${place} = 'OPEN')`],
      [query.kind, (place) => `n.kind = ${place}`],
      [query.severity, (place) => `n.severity = ${place}`],
      [query.agent, agentCondition(query.agent)],
      [query.q, searchCondition],
    ],
  );
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<AnomalyRow & Record<string, unknown>>(selectAnomalies(text), values),
  );
  return pageAnswer(rows, page, (row) => String(row.opened_seq), itemOfRow);
}

/** No name looks like a UUID: registration refuses such names. */
function agentCondition(asked = ''): (place: string) => string {
  if (UUID.test(asked)) return (place) => `n.agent_id = ${place}::uuid`;
  return (place) => `n.message_params ->> 'agent' = ${place}`;
}

/** The wildcards of LIKE have no meaning here. */
const searchCondition = (place: string): string => `(
    n.id::text = lower(${place})
    OR strpos(lower(n.message_params ->> 'agent'), lower(${place})) > 0
    OR strpos(lower(n.message_params ->> 'resource'), lower(${place})) > 0
  )`;

const selectAnomalies = (conditions: string): string => `
  SELECT ${ANOMALY_COLUMNS}
  FROM svc.anomalies n LEFT JOIN svc.accounts p ON p.id = n.closed_by
  WHERE n.organization_id = $1
    AND ${conditions}
  ORDER BY n.opened_seq DESC
  LIMIT $2`;
