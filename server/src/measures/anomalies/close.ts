// SPDX-License-Identifier: Apache-2.0
/** Closes an anomaly: a person has looked at it. Its agent's decisions have their usual risk again. */

import { randomBytes } from 'node:crypto';
import type { AnomalyItem } from '@svc/contract';
import { COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type pg from 'pg';
import { selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { changeOrganization } from '../../storage/heads/index.ts';
import { ANOMALY_COLUMNS, type AnomalyRow, itemOfRow } from './item.ts';

/**
 * Runs under the lock of the head: of two concurrent closings one succeeds, and every process uses the result from then
 * on.
 * @param note null for none; it enters the audit chain as a commitment
 * @throws ApiError 401 when the person is no longer a member, 403 for one who is neither owner nor admin, 404 without
 * such an anomaly, 409 when it is closed
 */
export async function closeAnomaly(
  pool: pg.Pool,
  closer: { accountId: string; organizationId: string },
  anomalyId: string,
  note: string | null,
): Promise<AnomalyItem> {
  const { organizationId, accountId } = closer;
  return await changeOrganization(pool, organizationId, async (transaction, head) => {
    const [role, anomaly] = await Promise.all([
      selectRole(transaction, organizationId, accountId),
      selectAnomaly(transaction, organizationId, anomalyId),
    ]);
    // The role is checked again here: it may have changed since the request was let in.
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    if (anomaly === null) throw new ApiError('not_found', { message: 'There is no such anomaly.' });
    if (anomaly.closed_at !== null) throw new ApiError('conflict', { message: 'The anomaly is already closed.' });
    const at = transaction.clock.now();
    const salt = note === null ? null : randomBytes(COMMITMENT_SALT_BYTES);
    const seq = head.chain.seq + 1;
    await transaction.query(CLOSE_ANOMALY, [organizationId, anomalyId, at, accountId, note, salt, seq]);
    const closed = await selectAnomaly(transaction, organizationId, anomalyId);
    if (closed === null || closed.closed_at === null) throw new Error('the anomaly was not closed');
    return {
      result: itemOfRow(closed),
      entries: [
        {
          organizationId,
          at: at.toISOString(),
          kind: 'anomaly.closed',
          actor: { type: 'user', id: accountId },
          subject: { type: 'anomaly', id: anomalyId },
          metadata: {
            agentId: anomaly.agent_id,
            anomalyKind: anomaly.kind,
            noteCommitment: note === null || salt === null ? null : commitText(salt.toString('hex'), note),
            role,
          },
        },
      ],
    };
  });
}

/** Null when there is no such anomaly. */
async function selectAnomaly(
  transaction: Transaction,
  organizationId: string,
  anomalyId: string,
): Promise<AnomalyRow | null> {
  const values = [organizationId, anomalyId];
  const [row] = await transaction.query<AnomalyRow & Record<string, unknown>>(SELECT_ANOMALY, values);
  return row ?? null;
}

const SELECT_ANOMALY = `
  SELECT ${ANOMALY_COLUMNS} FROM svc.anomalies n LEFT JOIN svc.accounts p ON p.id = n.closed_by
  WHERE n.organization_id = $1 AND n.id = $2`;

/** Called only for an anomaly that is open under the head's lock. */
const CLOSE_ANOMALY = `
  UPDATE svc.anomalies
  SET closed_at = $3, updated_at = $3, closed_by = $4, note = $5, note_salt = $6, closed_seq = $7
  WHERE organization_id = $1 AND id = $2 AND closed_at IS NULL`;
