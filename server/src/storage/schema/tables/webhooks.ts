// SPDX-License-Identifier: Apache-2.0
/** Endpoints, deliveries and what waits for them. */
import { acrossTable, organizationTable } from './security.ts';

export const WEBHOOKS = `
  CREATE TABLE svc.webhook_endpoints (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    secret text NOT NULL,
    disabled_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    rotated_secret text,
    next_secret text,
    next_secret_at timestamptz,
    failing_since timestamptz,
    disabled_reason text,
    last_failed_at timestamptz,
    first_called_at timestamptz,
    held_told_at timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, url),
    CHECK ((next_secret IS NULL) = (next_secret_at IS NULL))
  );
  ${organizationTable('webhook_endpoints', 'SELECT, INSERT, UPDATE, DELETE')}
  COMMENT ON COLUMN svc.webhook_endpoints.secret IS
    'As provisioned. It signs until a rotation: then rotated_secret does, and next_secret from next_secret_at'
    ' on.';
  COMMENT ON COLUMN svc.webhook_endpoints.failing_since IS
    'Since then every attempt has failed, without a long pause between two of them; null after a success.';
  COMMENT ON COLUMN svc.webhook_endpoints.last_failed_at IS
    'The last failure, to within the hour; null after a success.';
  COMMENT ON COLUMN svc.webhook_endpoints.first_called_at IS
    'When the first attempt at its present address ended; null before it, and for older endpoints until the '
    'next one.';
  COMMENT ON COLUMN svc.webhook_endpoints.held_told_at IS 'When people were last told by mail that it is held.';

  CREATE TABLE svc.webhook_deliveries (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    types text[] NOT NULL,
    created_at timestamptz NOT NULL,
    data json,
    status text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'DELIVERED', 'FAILED')),
    attempts integer NOT NULL DEFAULT 0,
    settled_at timestamptz,
    final_decision text,
    PRIMARY KEY (organization_id, id)
  ) WITH (fillfactor=70);
  CREATE INDEX webhook_deliveries_of_endpoint ON svc.webhook_deliveries (organization_id, endpoint_id, id);
  ${organizationTable(
    'webhook_deliveries',
    'SELECT, INSERT, UPDATE (status, attempts, settled_at, final_decision), DELETE',
  )}
  COMMENT ON COLUMN svc.webhook_deliveries.data IS 'Null for a decision, whose event has it.';
  COMMENT ON COLUMN svc.webhook_deliveries.final_decision IS
    'The outcome of a decision at the first attempt: the part of the body that is not in the event.';

  CREATE TABLE svc.webhook_attempts (
    organization_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt integer NOT NULL,
    at timestamptz NOT NULL,
    status smallint,
    error text,
    latency_ms integer,
    answer text,
    PRIMARY KEY (organization_id, delivery_id, attempt)
  );
  ${organizationTable('webhook_attempts', 'SELECT, INSERT, DELETE')}
  COMMENT ON COLUMN svc.webhook_attempts.status IS 'Of the answer; null when there was none.';
  COMMENT ON COLUMN svc.webhook_attempts.answer IS 'The first 2 KB of what the receiver answered.';

  CREATE TABLE svc.webhook_outbox (
    delivery_id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    attempt integer NOT NULL DEFAULT 0,
    step smallint NOT NULL DEFAULT 0,
    claimed_at timestamptz
  ) WITH (
    autovacuum_vacuum_scale_factor=0,
    autovacuum_vacuum_threshold=5000,
    autovacuum_analyze_scale_factor=0,
    autovacuum_analyze_threshold=5000
  );
  CREATE INDEX webhook_outbox_of_endpoint ON svc.webhook_outbox (endpoint_id, due_at);
  CREATE INDEX webhook_outbox_of_organization ON svc.webhook_outbox (organization_id);
  ${acrossTable(
    'webhook_outbox',
    'SELECT, INSERT, UPDATE (due_at, attempt, step, claimed_at), DELETE',
    ['SELECT', 'UPDATE'],
    'ids of deliveries that wait; workers claim them',
  )}
  COMMENT ON COLUMN svc.webhook_outbox.attempt IS 'Attempts that were claimed so far, over all retries.';
  COMMENT ON COLUMN svc.webhook_outbox.step IS 'Of them, those since the last retry by hand.';
  COMMENT ON COLUMN svc.webhook_outbox.claimed_at IS
    'Set while an attempt is under way; due_at is then when the claim lapses and another worker may take it '
    'over.';

  CREATE TABLE svc.webhook_holds (
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    skipped bigint NOT NULL,
    blocks bigint NOT NULL,
    reviews bigint NOT NULL,
    criticals bigint NOT NULL,
    anomalies bigint NOT NULL,
    first_event_id text NOT NULL,
    first_at timestamptz NOT NULL,
    last_event_id text NOT NULL,
    last_at timestamptz NOT NULL,
    is_noted boolean NOT NULL DEFAULT false,
    PRIMARY KEY (organization_id, endpoint_id)
  );
  CREATE INDEX webhook_holds_by_endpoint ON svc.webhook_holds (endpoint_id);
  ${acrossTable(
    'webhook_holds',
    `SELECT, INSERT, UPDATE (skipped, blocks, reviews, criticals, anomalies, last_event_id, last_at, is_noted),
      DELETE`,
    ['SELECT'],
    'ids and counts; workers find the holds that can end',
  )}
  COMMENT ON COLUMN svc.webhook_holds.blocks IS 'Events of this type; an event may have several.';
  COMMENT ON COLUMN svc.webhook_holds.is_noted IS 'The audit entry of the hold is written.';

  CREATE TABLE svc.webhook_recoveries (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    from_at timestamptz NOT NULL,
    to_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    after_id uuid NOT NULL,
    recovered integer NOT NULL DEFAULT 0
  );
  CREATE INDEX webhook_recoveries_of_endpoint ON svc.webhook_recoveries (organization_id, endpoint_id, id);
  ${organizationTable('webhook_recoveries', 'SELECT, INSERT, UPDATE (finished_at, after_id, recovered), DELETE')}
  COMMENT ON COLUMN svc.webhook_recoveries.after_id IS 'Deliveries up to this id have been looked at.';

  CREATE TABLE svc.webhook_recovery_index (
    recovery_id uuid PRIMARY KEY REFERENCES svc.webhook_recoveries(id) ON DELETE CASCADE,
    organization_id uuid NOT NULL,
    is_finished boolean NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX webhook_recovery_index_by_time ON svc.webhook_recovery_index (is_finished, at);
  ${acrossTable(
    'webhook_recovery_index',
    'SELECT, INSERT, UPDATE (is_finished, at), DELETE',
    ['SELECT'],
    'ids of recoveries; tasks find those to go on with or to delete',
  )}
`;
