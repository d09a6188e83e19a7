// SPDX-License-Identifier: Apache-2.0
/** The last failure of an integration's messages. It is no change of the record: no generation, no audit entry. */
import type { MessageFault } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';

interface Where {
  organizationId: string;
  integrationId: string;
}

export async function noteMessageFault(
  pool: pg.Pool,
  { organizationId, integrationId }: Where,
  fault: MessageFault,
): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(NOTE, [organizationId, integrationId, fault, transaction.clock.now()]),
  );
}

const NOTE = `
  UPDATE svc.integrations SET message_fault = $3, message_fault_at = $4 WHERE organization_id = $1 AND id = $2`;

/** After a message that arrived. */
export async function clearMessageFault(pool: pg.Pool, { organizationId, integrationId }: Where): Promise<void> {
  await inTransaction(pool, [organizationId], (transaction) =>
    transaction.query(CLEAR, [organizationId, integrationId]),
  );
}

const CLEAR = `
  UPDATE svc.integrations SET message_fault = NULL, message_fault_at = NULL
  WHERE organization_id = $1 AND id = $2 AND message_fault IS NOT NULL`;
