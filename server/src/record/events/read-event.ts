// SPDX-License-Identifier: Apache-2.0
/** Reads one decision for a key. */
import type { Decision } from '@svc/contract';
import type pg from 'pg';
import { checkReadableAgent } from '../../organization/callers/index.ts';
import { type ApiKeyRecord, type OrganizationSnapshot, StaleRules } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { ACT_JOIN, decisionOf, EVENT_COLUMNS, type EventRow } from './stored-event.ts';

/**
 * @throws ApiError 404 when the key's organization has no such event, or the event is LIVE and the key is not. 403 when
 *   the key is bound to another agent
 * @throws StaleRules when the key was checked under older rules
 */
export async function readEvent(
  pool: pg.Pool,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  eventId: string,
  nowMs: number,
): Promise<Decision> {
  const rows = await inTransaction(pool, [snapshot.organizationId], (transaction) =>
    transaction.query<{ generation: number; id: string | null }>(SELECT_EVENT, [snapshot.organizationId, eventId]),
  );
  if (rows[0]?.generation !== snapshot.generation) throw new StaleRules();
  const row = rows[0].id === null ? undefined : (rows[0] as unknown as EventRow);
  return decisionOf(readable(row, key), nowMs);
}

/**
 * The event as the key may see it.
 * @throws ApiError 404 without it, and for a TEST key and a LIVE event. 403 for a key that is bound to another agent
 */
export function readable<Row extends Pick<EventRow, 'sandbox' | 'agent_id'>>(
  row: Row | undefined,
  key: ApiKeyRecord,
): Row {
  if (row === undefined || (key.kind === 'TEST' && !row.sandbox)) {
    throw new ApiError('not_found', { message: 'There is no such event; ids come from the answer of a decision.' });
  }
  checkReadableAgent(key, row.agent_id);
  return row;
}

/** Always one row: the generation, and the event when there is one. */
const SELECT_EVENT = `
  SELECT h.generation, ${EVENT_COLUMNS}
  FROM svc.organization_heads h
    LEFT JOIN svc.events e ON e.organization_id = h.organization_id AND e.id = $2
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ACT_JOIN}
  WHERE h.organization_id = $1`;
