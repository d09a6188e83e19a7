// SPDX-License-Identifier: Apache-2.0
/** The log of attempts. */
import type { Transaction } from '../../storage/db/index.ts';

export interface AttemptRow {
  delivery_id: string;
  attempt: number;
  at: Date;
  /** The status of the answer; null without one. */
  status: number | null;
  error: string | null;
  latency_ms: number | null;
  answer: string | null;
}

/** An attempt in the log keeps its first result: a late outcome is not needed. */
export async function insertAttempts(
  transaction: Transaction,
  organizationId: string,
  attempts: readonly AttemptRow[],
): Promise<void> {
  if (attempts.length > 0) await transaction.query(INSERT_ATTEMPTS, [organizationId, JSON.stringify(attempts)]);
}

const INSERT_ATTEMPTS = `
  INSERT INTO svc.webhook_attempts (organization_id, delivery_id, attempt, at, status, error, latency_ms, answer)
  SELECT $1::uuid, a.* FROM json_to_recordset($2) AS a (delivery_id uuid, attempt integer, at timestamptz,
    status smallint, error text, latency_ms integer, answer text)
  ON CONFLICT DO NOTHING`;
