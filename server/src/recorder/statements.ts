/**
 * The statements of one batch. Each takes arrays, so that a batch of any size is the same named statement: one binary
 * array a column where every decision makes a row, one of JSON where few do.
 */
import { IDEMPOTENCY_WINDOW_HOURS } from '@svc/contract/limits';
import { insertEntriesStatement } from '../audit/insert-entries.ts';
import { type Columns, type RowOf, unnested } from '../db/index.ts';

/**
 * Locks the head rows in id order, before any other row, so that two batches cannot wait for each other. Answers the
 * newest version of each row, whoever held it before.
 */
export const LOCK_HEADS = `
  SELECT organization_id, generation, audit_seq, audit_hash, usage_month::text, usage_events
  FROM svc.organization_heads
  WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id
  FOR NO KEY UPDATE`;

/** The same for the heads that nobody holds. */
export const LOCK_FREE_HEADS = `${LOCK_HEADS} SKIP LOCKED`;

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
 * Reserves idempotency keys and answers the event ids that won theirs. A key is won when it is new or its window is
 * over. The join leaves out decisions of another generation than the locked head's: they are not recorded, so they
 * must not hold a key. No key may stand twice in one call.
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

/**
 * Advances one head and fails with a division by zero unless it is the one that is expected: nothing that follows in
 * the transaction can then commit. It waits for whoever holds the head, and compares what that one left.
 */
export const MOVE_HEAD = `
  WITH moved AS (
    UPDATE svc.organization_heads
    SET audit_seq = $5, audit_hash = $6, usage_month = $7, usage_events = $8
    WHERE organization_id = $1 AND generation = $2 AND audit_seq = $3 AND audit_hash = $4
    RETURNING 1
  )
  SELECT 1 / count(*) AS expected FROM moved`;

/** Reserves keys and fails in the same way unless all of them are won. */
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
} as const satisfies Columns;
export type EventRow = RowOf<typeof EVENT_COLUMNS>;

/** The events and their audit entries. */
export const INSERT_EVENTS = `
  WITH events AS (
    INSERT INTO svc.events (${Object.keys(EVENT_COLUMNS).join(', ')})
    SELECT ${unnested(EVENT_COLUMNS)}
  )
  ${insertEntriesStatement(Object.keys(EVENT_COLUMNS).length + 1)}`;

export const INSERT_REVIEWS = `
  INSERT INTO svc.reviews (organization_id, event_id, status, created_at, expires_at, approver_roles)
  SELECT d.organization_id, d.event_id, 'PENDING', d.created_at, d.expires_at,
    ARRAY(SELECT json_array_elements_text(d.approver_roles))
  FROM json_to_recordset($1) AS d (
    organization_id uuid, event_id uuid, created_at timestamptz, expires_at timestamptz, approver_roles json)`;

/** The deliveries, and their ids in the outbox from which workers claim them: due at once, by the database's clock. */
export const INSERT_DELIVERIES = `
  WITH deliveries AS (
    INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
    SELECT d.organization_id, d.id, d.endpoint_id, d.event_id, ARRAY(SELECT json_array_elements_text(d.types)),
      d.created_at, d.data
    FROM json_to_recordset($1) AS d (
      organization_id uuid, id uuid, endpoint_id uuid, event_id text, types json, created_at timestamptz, data json)
    RETURNING id, organization_id, endpoint_id
  )
  INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
  SELECT id, organization_id, endpoint_id, now() FROM deliveries`;

/** Advances the heads to the last entry and the count of the month. */
export const ADVANCE_HEADS = `
  UPDATE svc.organization_heads h
  SET audit_seq = d.audit_seq, audit_hash = decode(d.audit_hash, 'hex'), usage_month = d.usage_month,
    usage_events = d.usage_events
  FROM json_to_recordset($1) AS d (
    organization_id uuid, audit_seq bigint, audit_hash text, usage_month date, usage_events bigint)
  WHERE h.organization_id = d.organization_id`;

/** Keeps the count of a month that has ended. */
export const INSERT_USAGE_MONTHS = `
  INSERT INTO svc.usage_months (organization_id, month, events)
  SELECT * FROM json_to_recordset($1) AS d (organization_id uuid, month date, events bigint)
  ON CONFLICT DO NOTHING`;

/** Which of these events and outcomes of calls are there: after a commit whose answer was lost. */
export const SELECT_RECORDED = `
  SELECT id, quota_exceeded, false AS is_call FROM svc.events
  WHERE organization_id = ANY ($1::uuid[]) AND id = ANY ($2::uuid[])
  UNION ALL
  SELECT subject_id::uuid, false, true FROM svc.audit_entries
  WHERE organization_id = ANY ($1::uuid[]) AND kind = 'gateway.called' AND subject_id = ANY ($3::text[])`;
