// SPDX-License-Identifier: Apache-2.0
/** The columns that a batch writes, in the order in which `svc.record_batch` takes their arrays. */
import type { Columns, RowOf } from '../../storage/db/index.ts';

export const KEY_COLUMNS = {
  endpoint: 'text',
  key: 'text',
  created_at: 'timestamptz',
  event_id: 'uuid',
  fingerprint: 'bytea',
  fingerprint_key_id: 'text',
} as const satisfies Columns;
export type KeyRow = RowOf<typeof KEY_COLUMNS>;

export const EVENT_COLUMNS = {
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

/** The place of an idempotency key within its organization. */
export const slotOf = ({ endpoint, key }: { endpoint: string; key: string }): string => `${endpoint} ${key}`;
