// SPDX-License-Identifier: Apache-2.0
/** The stored answer of an idempotency key. */
import type { Decision } from '@svc/contract';
import { IDEMPOTENCY_WINDOW_HOURS } from '@svc/contract/limits';
import type pg from 'pg';
import { type OrganizationSnapshot, StaleRules } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { ACT_JOIN, decisionOf, EVENT_COLUMNS, type EventRow } from '../../record/events/index.ts';
import type { IdempotentEndpoint } from '../../record/recorder/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { matchesFingerprint } from './fingerprint.ts';

export interface ReplayKey {
  endpoint: IdempotentEndpoint;
  key: string;
  /** Canonical form of the request, the input of the fingerprint. */
  canonicalRequest: string;
}

/**
 * @returns the decision with its effective outcome now, or null when the key is free
 * @throws ApiError 400 when the key was used with another request
 * @throws StaleRules when the key was checked under older rules
 */
export async function loadStoredAnswer(
  pool: pg.Pool,
  vault: Vault,
  snapshot: OrganizationSnapshot,
  replayKey: ReplayKey,
  nowMs: number,
): Promise<Decision | null> {
  const rows = await inTransaction(pool, [snapshot.organizationId], (transaction) =>
    transaction.query<StoredAnswerRow>(SELECT_ANSWER, [
      snapshot.organizationId,
      replayKey.endpoint,
      replayKey.key,
      new Date(nowMs),
    ]),
  );
  const row = rows[0];
  if (row?.generation !== snapshot.generation) throw new StaleRules();
  if (row.fingerprint === null || row.fingerprint_key_id === null || row.id === null) return null;
  const isRetry = matchesFingerprint(vault, row.fingerprint_key_id, replayKey.canonicalRequest, row.fingerprint);
  if (!isRetry) throw new ApiError('idempotency_key_reused');
  return decisionOf(row as unknown as EventRow, nowMs);
}

interface StoredAnswerRow {
  generation: number;
  fingerprint: Buffer | null;
  fingerprint_key_id: string | null;
  id: string | null;
}

/** Always one row: the generation, and the stored event when the key was used within its window. */
const SELECT_ANSWER = `
  SELECT h.generation, i.fingerprint, i.fingerprint_key_id, ${EVENT_COLUMNS}
  FROM svc.organization_heads h
    LEFT JOIN svc.idempotency_records i ON i.organization_id = h.organization_id AND i.endpoint = $2 AND i.key = $3
      AND i.created_at > $4::timestamptz - interval '${IDEMPOTENCY_WINDOW_HOURS} hours'
    LEFT JOIN svc.events e ON e.organization_id = i.organization_id AND e.id = i.event_id
    LEFT JOIN svc.reviews r ON r.organization_id = e.organization_id AND r.event_id = e.id
    ${ACT_JOIN}
  WHERE h.organization_id = $1
  ORDER BY i.created_at DESC LIMIT 1`;
