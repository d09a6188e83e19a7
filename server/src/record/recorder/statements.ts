// SPDX-License-Identifier: Apache-2.0
/**
 * The statements of one batch. Each takes arrays, so that a batch of any size is the same named statement. Where every
 * decision makes a row it takes one binary array per column, and elsewhere one of JSON.
 */
import { IDEMPOTENCY_WINDOW_HOURS } from '@svc/contract/limits';
import { INSERT_REVIEW_NOTICES } from '../../storage/causes/index.ts';
import { type Columns, type RowOf, unnested } from '../../storage/db/index.ts';
import { insertEntriesStatement } from '../../storage/heads/index.ts';

export const KEY_COLUMNS = {
  organization_id: 'uuid',
  generation: 'bigint',
  endpoint: 'text',
  key: 'text',
  created_at: 'timestamptz',
  event_id: 'uuid',
  fingerprint: 'bytea',
  fingerprint_key_id: 'text',
} as const satisfies Columns;
export type KeyRow = RowOf<typeof KEY_COLUMNS>;

/**
 * Reserves idempotency keys and returns the event ids that won theirs. A key is won when it is new or its window is
 * over. The join leaves out decisions of another generation than the locked head's: they are not recorded, so they must
 * not hold a key. No key may occur twice in one call.
 */
export const RESERVE_KEYS = `
  INSERT INTO svc.idempotency_records AS r
    (organization_id, endpoint, key, created_at, event_id, fingerprint, fingerprint_key_id)
  SELECT d.organization_id, d.endpoint, d.key, d.created_at, d.event_id, d.fingerprint, d.fingerprint_key_id
  FROM (SELECT ${unnested(KEY_COLUMNS)}) AS d (${Object.keys(KEY_COLUMNS).join(', ')})
    JOIN svc.organization_heads h ON h.organization_id = d.organization_id AND h.generation = d.generation
  ON CONFLICT (organization_id, endpoint, key) DO UPDATE SET
    created_at = excluded.created_at, event_id = excluded.event_id, fingerprint = excluded.fingerprint,
    fingerprint_key_id = excluded.fingerprint_key_id
  WHERE r.created_at <= excluded.created_at - interval '${IDEMPOTENCY_WINDOW_HOURS} hours'
  RETURNING event_id`;

/** Reserves keys and fails with a division by zero, as `MOVE_HEAD` does, unless all of them are won. */
export const EXPECT_KEYS = `
  WITH won AS (${RESERVE_KEYS})
  SELECT 1 / (CASE WHEN count(*) = $${Object.keys(KEY_COLUMNS).length + 1}::bigint THEN 1 ELSE 0 END) AS expected
  FROM won`;

export const EVENT_COLUMNS = {
  organization_id: 'uuid',
  id: 'uuid',
  seq: 'bigint',
  created_at: 'timestamptz',
  sandbox: 'boolean',
  api_key_id: 'uuid',
  agent_id: 'uuid',
  resource_id: 'uuid',
  action: 'text',
  destination: 'text',
  records_affected: 'integer',
  decision: 'text',
  evaluated_decision: 'text',
  risk_level: 'text',
  risk_score: 'smallint',
  quota_exceeded: 'boolean',
  record: 'json',
  gateway_call: 'json',
  action_digest: 'bytea',
  payload_salt: 'bytea',
  content_scanned: 'boolean',
  redeemable_until: 'timestamptz',
  context: 'json',
} as const satisfies Columns;
export type EventRow = RowOf<typeof EVENT_COLUMNS>;

/** The events and their audit entries. */
export const INSERT_EVENTS = `
  WITH events AS (
    INSERT INTO svc.events (${Object.keys(EVENT_COLUMNS).join(', ')})
    SELECT ${unnested(EVENT_COLUMNS)}
  )
  ${insertEntriesStatement(Object.keys(EVENT_COLUMNS).length + 1)}`;

/** The reviews, and what people are to be told of them. */
export const INSERT_REVIEWS = `
  WITH made AS (
  INSERT INTO svc.reviews (
    organization_id, event_id, sandbox, status, created_at, expires_at, approver_roles, risk_score,
    escalates)
  SELECT d.organization_id, d.event_id, d.sandbox, 'PENDING', d.created_at, d.expires_at,
    ARRAY(SELECT json_array_elements_text(d.approver_roles)), d.risk_score, d.escalates
  FROM json_to_recordset($1) AS d (
    organization_id uuid, event_id uuid, sandbox boolean, created_at timestamptz, expires_at timestamptz,
    approver_roles json, risk_score smallint, escalates boolean)
  RETURNING organization_id, event_id, sandbox, created_at, expires_at
  )
  ${INSERT_REVIEW_NOTICES}`;

/** Finds which of these events and outcomes of calls exist, after a commit whose answer was lost. */
export const SELECT_RECORDED = `
  SELECT id, quota_exceeded, false AS is_call FROM svc.events
  WHERE organization_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT subject_id::uuid, false, true FROM svc.audit_entries
  WHERE organization_id = ANY ($1::uuid[]) AND kind = 'gateway.called' AND subject_id = ANY ($3::text[])`;
