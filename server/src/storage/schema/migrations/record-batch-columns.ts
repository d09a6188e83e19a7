// SPDX-License-Identifier: Apache-2.0
/** The columns of a batch, which come as one array each. */

type Named = readonly (readonly [name: string, type: string])[];

export const KEYS = [
  ['endpoint', 'text'],
  ['key', 'text'],
  ['created_at', 'timestamptz'],
  ['event_id', 'uuid'],
  ['fingerprint', 'bytea'],
  ['fingerprint_key_id', 'text'],
] as const satisfies Named;

export const EVENTS = [
  ['id', 'uuid'],
  ['seq', 'bigint'],
  ['created_at', 'timestamptz'],
  ['sandbox', 'boolean'],
  ['api_key_id', 'uuid'],
  ['agent_id', 'uuid'],
  ['resource_id', 'uuid'],
  ['action', 'text'],
  ['destination', 'text'],
  ['records_affected', 'integer'],
  ['decision', 'text'],
  ['evaluated_decision', 'text'],
  ['risk_level', 'text'],
  ['risk_score', 'smallint'],
  ['quota_exceeded', 'boolean'],
  ['record', 'json'],
  ['gateway_call', 'json'],
  ['action_digest', 'bytea'],
  ['payload_salt', 'bytea'],
  ['content_scanned', 'boolean'],
  ['redeemable_until', 'timestamptz'],
  ['context', 'json'],
] as const satisfies Named;

export const ENTRIES = [
  ['seq', 'bigint'],
  ['at', 'timestamptz'],
  ['kind', 'text'],
  ['actor_type', 'text'],
  ['actor_id', 'text'],
  ['subject_type', 'text'],
  ['subject_id', 'text'],
  ['metadata', 'json'],
  ['prev_hash', 'bytea'],
  ['hash', 'bytea'],
] as const satisfies Named;

export const declared = (prefix: string, columns: Named) =>
  columns.map(([name, type]) => `${prefix}_${name} ${type}[]`).join(', ');
export const typesOf = (columns: Named) => columns.map(([, type]) => `${type}[]`).join(', ');
export const namesOf = (columns: Named) => columns.map(([name]) => name).join(', ');
/** The arrays side by side as rows. */
export const rowsOf = (prefix: string, columns: Named) =>
  columns.map(([name]) => `unnest(${prefix}_${name})`).join(', ');
