// SPDX-License-Identifier: Apache-2.0
/** An anomaly as the app shows it. */
import type { AnomalyItem, AnomalyKind } from '@svc/contract';
import { type MessageParams, messageCodeOf, messageOf, severityOf } from './kinds.ts';

interface ShownAnomaly {
  id: string;
  agentId: string;
  kind: AnomalyKind;
  params: MessageParams;
  openedAtMs: number;
  closed: { atMs: number; by: { id: string; name: string | null }; note: string | null } | null;
}

export function anomalyItem({ id, agentId, kind, params, openedAtMs, closed }: ShownAnomaly): AnomalyItem {
  return {
    id,
    kind,
    severity: severityOf(kind),
    status: closed === null ? 'OPEN' : 'CLOSED',
    agent: { id: agentId, name: String(params.agent) },
    messageCode: messageCodeOf(kind),
    messageParams: { ...params },
    message: messageOf(kind, params),
    openedAt: new Date(openedAtMs).toISOString(),
    closedAt: closed === null ? null : new Date(closed.atMs).toISOString(),
    closedBy: closed?.by ?? null,
    note: closed?.note ?? null,
  };
}

/** Columns of `ANOMALY_COLUMNS`. */
export interface AnomalyRow {
  id: string;
  agent_id: string;
  kind: AnomalyKind;
  message_params: MessageParams;
  opened_seq: number;
  created_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
  closer_name: string | null;
  note: string | null;
}

/** For `FROM svc.anomalies n LEFT JOIN svc.accounts p ON p.id = n.closed_by`. */
export const ANOMALY_COLUMNS = `n.id, n.agent_id, n.kind, n.message_params, n.opened_seq, n.created_at, n.closed_at,
  n.closed_by, p.name AS closer_name, n.note`;

export function itemOfRow(row: AnomalyRow): AnomalyItem {
  const { closed_at: closedAt, closed_by: closedBy } = row;
  return anomalyItem({
    id: row.id,
    agentId: row.agent_id,
    kind: row.kind,
    params: row.message_params,
    openedAtMs: row.created_at.getTime(),
    closed:
      closedAt === null || closedBy === null
        ? null
        : { atMs: closedAt.getTime(), by: { id: closedBy, name: row.closer_name }, note: row.note },
  });
}
