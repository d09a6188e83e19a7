// SPDX-License-Identifier: Apache-2.0
/** The rows of guardrails and of their versions. Writers hold the lock of the organization's head. */

import { type RecordWrites, recordsOf } from '../../registry/records/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { ChangeOrigin } from '../../storage/heads/index.ts';
import type { GuardrailValues, StoredGuardrail } from './plan-guardrails.ts';

/** Every guardrail of the organization by its name, in the order of names. */
export async function selectGuardrails(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, StoredGuardrail>> {
  const rows = await transaction.query<StoredGuardrail & Record<string, unknown>>(SELECT_GUARDRAILS, [organizationId]);
  return new Map(rows.map((row) => [row.name, row]));
}

const SELECT_GUARDRAILS = `
  SELECT id, name, claim, enforcing, version FROM svc.guardrails
  WHERE organization_id = $1 ORDER BY name COLLATE "C"`;

/** The names of all guardrails that there are, or were. */
export async function selectPastGuardrailNames(transaction: Transaction, organizationId: string): Promise<Set<string>> {
  const rows = await transaction.query<{ name: string }>(SELECT_PAST_NAMES, [organizationId]);
  return new Set(rows.map(({ name }) => name));
}

const SELECT_PAST_NAMES = 'SELECT DISTINCT name FROM svc.guardrail_versions WHERE organization_id = $1';

interface WrittenBy {
  origin: ChangeOrigin;
  /** The version that came back. */
  restoredFrom?: number | undefined;
}

/** Makes or changes guardrails, each with a new version. */
export async function writeGuardrails(
  transaction: Transaction,
  organizationId: string,
  plan: RecordWrites<GuardrailValues>,
  { origin, restoredFrom }: WrittenBy,
): Promise<void> {
  const records = recordsOf(plan);
  if (records.length === 0) return;
  const created = new Set(plan.creates.map(({ id }) => id));
  const rows = records.map((record) => ({ ...record, change: created.has(record.id) ? 'create' : 'update' }));
  const given = JSON.stringify(rows);
  await Promise.all([
    transaction.query(WRITE_GUARDRAILS, [organizationId, new Date(origin.nowMs), given]),
    transaction.query(INSERT_VERSIONS, [organizationId, given, restoredFrom ?? null, ...authorOf(origin)]),
  ]);
}

const authorOf = ({ actor, source, keyPrefix }: ChangeOrigin) => [actor.type, actor.id, source, keyPrefix];

const VERSION_COLUMNS = `organization_id, guardrail_id, version, created_at, change, restored_from, name, claim,
    enforcing, actor_type, actor_id, source, key_prefix`;

/**
 * A guardrail that comes back after its deletion goes on with its numbers. The moment of a change is later than that of
 * the one before, so that it tells the two apart.
 */
const WRITE_GUARDRAILS = `
  INSERT INTO svc.guardrails AS g (organization_id, id, name, claim, enforcing, version, created_at, updated_at)
  SELECT $1, d.id, d.name, d.claim, d.enforcing, 1 + COALESCE((
      SELECT max(v.version) FROM svc.guardrail_versions v WHERE v.organization_id = $1 AND v.guardrail_id = d.id
    ), 0), $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, claim jsonb, enforcing boolean)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    name = excluded.name, claim = excluded.claim, enforcing = excluded.enforcing, version = excluded.version,
    updated_at = GREATEST(excluded.updated_at, svc.next_ms(g.updated_at))`;

/** From the guardrails as they have just been written. */
const INSERT_VERSIONS = `
  INSERT INTO svc.guardrail_versions (${VERSION_COLUMNS})
  SELECT $1, g.id, g.version, g.updated_at, d.change, $3::bigint, g.name, g.claim, g.enforcing, $4, $5, $6, $7
  FROM svc.guardrails g JOIN json_to_recordset($2) AS d (id uuid, change text) ON d.id = g.id
  WHERE g.organization_id = $1
  RETURNING 1`;

/** Its versions stay: they are the history. */
export async function removeGuardrail(
  transaction: Transaction,
  organizationId: string,
  id: string,
  origin: ChangeOrigin,
): Promise<void> {
  await Promise.all([
    transaction.query(DELETE_PROOF, [organizationId, id]),
    transaction.query(INSERT_LAST_VERSION, [organizationId, id, new Date(origin.nowMs), ...authorOf(origin)]),
    transaction.query(DELETE_GUARDRAIL, [organizationId, id]),
  ]);
}

const DELETE_PROOF = `DELETE FROM svc.guardrail_proofs WHERE organization_id = $1 AND guardrail_id = $2`;

const DELETE_GUARDRAIL = `DELETE FROM svc.guardrails WHERE organization_id = $1 AND id = $2`;

const INSERT_LAST_VERSION = `
  INSERT INTO svc.guardrail_versions (${VERSION_COLUMNS})
  SELECT $1, id, version + 1, GREATEST($3, svc.next_ms(updated_at)), 'delete', NULL::bigint, name, claim,
    enforcing, $4, $5, $6, $7
  FROM svc.guardrails WHERE organization_id = $1 AND id = $2
  RETURNING 1`;
