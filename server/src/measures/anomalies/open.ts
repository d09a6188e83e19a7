// SPDX-License-Identifier: Apache-2.0
/** Opens anomalies: with their audit entries and deliveries, and a new generation, in one transaction. */

import type { AnomalyItem } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type pg from 'pg';
import { enqueueAnomalyDeliveries } from '../../record/webhooks/index.ts';
import { enqueueAnomalyNotices } from '../../storage/causes/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { changeOrganization } from '../../storage/heads/index.ts';
import { anomalyItem } from './item.ts';
import type { Finding } from './judge.ts';
import { severityOf } from './kinds.ts';
import { scanWindows } from './windows.ts';

/** The person or task that started the scan. */
export type ScanActor = { type: 'system'; id: 'anomaly-scan' } | { type: 'user'; id: string };

/** The bound of one scan: people read the list of its subjects. The next scan finds the rest. */
const OPENED_MAX = 200;

/**
 * Checks under the lock of the head which findings still hold. It opens none for an agent and kind that is already
 * open, or that was closed since the facts were read.
 * @param readAtMs no later than the reading of the facts
 */
export async function openAnomalies(
  pool: pg.Pool,
  organizationId: string,
  findings: readonly Finding[],
  actor: ScanActor,
  readAtMs: number,
): Promise<AnomalyItem[]> {
  if (findings.length === 0) return [];
  return await changeOrganization(pool, organizationId, async (transaction, head) => {
    const nowMs = transaction.clock.nowMs();
    const known = await selectKnown(transaction, organizationId, readAtMs);
    const opened = findings
      .filter(({ agentId, kind }) => !known.has(`${agentId} ${kind}`))
      .slice(0, OPENED_MAX)
      .map((finding, index) => ({ ...finding, id: uuidv7(nowMs), seq: head.chain.seq + 1 + index }));
    if (opened.length === 0) return { result: [], entries: [] };
    await insertAnomalies(transaction, organizationId, opened, nowMs);
    await markTold(transaction, organizationId, opened, readAtMs);
    const entries = opened.map((one) => entryOf(organizationId, one, actor, nowMs));
    const result = opened.map(({ id, agentId, kind, params }) =>
      anomalyItem({ id, agentId, kind, params, openedAtMs: nowMs, closed: null }),
    );
    await enqueueAnomalyNotices(
      transaction,
      organizationId,
      result.map(({ id }) => id),
    );
    for (const { agent, ...item } of result) {
      await enqueueAnomalyDeliveries(transaction, organizationId, { ...item, agentId: agent.id }, nowMs);
    }
    return { result, entries };
  });
}

interface Opened extends Finding {
  id: string;
  /** Number of its audit entry. */
  seq: number;
}

function entryOf(organizationId: string, opened: Opened, actor: ScanActor, nowMs: number): AuditDraft {
  const { id, agentId, kind, params } = opened;
  return {
    organizationId,
    at: new Date(nowMs).toISOString(),
    kind: 'anomaly.opened',
    actor,
    subject: { type: 'anomaly', id },
    metadata: { agentId, anomalyKind: kind, messageParams: { ...params }, severity: severityOf(kind) },
  };
}

/** Agent and kind of open anomalies, and of those that a person has closed since. */
async function selectKnown(
  transaction: Transaction,
  organizationId: string,
  readAtMs: number,
): Promise<ReadonlySet<string>> {
  const values = [organizationId, new Date(readAtMs)];
  const rows = await transaction.query<{ agent_id: string; kind: string }>(SELECT_KNOWN, values);
  return new Set(rows.map(({ agent_id, kind }) => `${agent_id} ${kind}`));
}

const SELECT_KNOWN = `
  SELECT agent_id, kind FROM svc.anomalies
  WHERE organization_id = $1 AND (closed_at IS NULL OR closed_at >= $2)`;

/** The unique index of open anomalies asserts again that each agent and kind has one at most. */
async function insertAnomalies(
  transaction: Transaction,
  organizationId: string,
  opened: readonly Opened[],
  nowMs: number,
): Promise<void> {
  const rows = opened.map(({ id, agentId, kind, params, seq }) => ({
    id,
    agent_id: agentId,
    kind,
    severity: severityOf(kind),
    message_params: params,
    opened_seq: seq,
  }));
  await transaction.query(INSERT_ANOMALIES, [organizationId, new Date(nowMs), JSON.stringify(rows)]);
}

const INSERT_ANOMALIES = `
  INSERT INTO svc.anomalies
    (organization_id, id, agent_id, kind, severity, message_params, opened_seq, created_at, updated_at)
  SELECT $1, n.id, n.agent_id, n.kind, n.severity, n.message_params, n.opened_seq, $2, $2
  FROM json_to_recordset($3) AS n
    (id uuid, agent_id uuid, kind text, severity text, message_params jsonb, opened_seq bigint)
  RETURNING 1`;

/** The first times that the anomalies report, so that none reports them again. */
async function markTold(
  transaction: Transaction,
  organizationId: string,
  opened: readonly Opened[],
  readAtMs: number,
): Promise<void> {
  const { windowFrom } = scanWindows(readAtMs);
  const mark = async (kind: Finding['kind'], statement: string) => {
    const rows = opened.filter((one) => one.kind === kind).map(({ id, agentId }) => ({ id, agent_id: agentId }));
    if (rows.length > 0) await transaction.query(statement, [organizationId, windowFrom, JSON.stringify(rows)]);
  };
  await mark('NEW_ACTION', markFirsts('agent_first_actions'));
  await mark('NEW_EXTERNAL_DEST', markFirsts('resource_first_destinations'));
}

const markFirsts = (table: string): string => `
  UPDATE svc.${table} f SET anomaly_id = n.id
  FROM json_to_recordset($3) AS n (id uuid, agent_id uuid)
  WHERE f.organization_id = $1 AND f.agent_id = n.agent_id AND f.first_at >= $2 AND f.anomaly_id IS NULL`;
