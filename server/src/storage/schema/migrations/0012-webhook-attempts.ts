// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/** The sender's needs: frozen bodies, claims, the log of attempts, rotated secrets and the health of endpoints. */
export const WEBHOOK_ATTEMPTS = `
  ALTER TABLE svc.webhook_deliveries
    ADD COLUMN status text NOT NULL DEFAULT 'WAITING' CHECK (status IN ('WAITING', 'DELIVERED', 'FAILED')),
    ADD COLUMN attempts integer NOT NULL DEFAULT 0,
    ADD COLUMN settled_at timestamptz,
    ADD COLUMN body text;
  COMMENT ON COLUMN svc.webhook_deliveries.body IS 'What is sent, to the byte; frozen at the first attempt.';
  ALTER TABLE svc.webhook_deliveries SET (fillfactor = 70);
  CREATE INDEX webhook_deliveries_of_endpoint ON svc.webhook_deliveries (organization_id, endpoint_id, id);
  GRANT UPDATE (status, attempts, settled_at, body), DELETE ON svc.webhook_deliveries TO svc_app;

  ALTER TABLE svc.webhook_outbox
    ADD COLUMN attempt integer NOT NULL DEFAULT 0,
    ADD COLUMN step smallint NOT NULL DEFAULT 0,
    ADD COLUMN claimed_at timestamptz;
  COMMENT ON COLUMN svc.webhook_outbox.attempt IS 'Attempts that were claimed so far, over all retries.';
  COMMENT ON COLUMN svc.webhook_outbox.step IS 'Of them, those since the last retry by hand.';
  COMMENT ON COLUMN svc.webhook_outbox.claimed_at IS
    'Set while an attempt is under way; due_at is then when the claim lapses and another worker may take it over.';
  DROP INDEX svc.webhook_outbox_due;
  CREATE INDEX webhook_outbox_of_endpoint ON svc.webhook_outbox (endpoint_id, due_at);
  ALTER TABLE svc.webhook_outbox SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000
  );

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
  COMMENT ON COLUMN svc.webhook_attempts.status IS 'Of the answer; null when there was none.';
  COMMENT ON COLUMN svc.webhook_attempts.answer IS 'The first 2 KB of what the receiver answered.';
  ${organizationTable('webhook_attempts', 'SELECT, INSERT, DELETE')}

  ALTER TABLE svc.webhook_endpoints
    ADD COLUMN rotated_secret text,
    ADD COLUMN next_secret text,
    ADD COLUMN next_secret_at timestamptz,
    ADD COLUMN failing_since timestamptz,
    ADD COLUMN disabled_reason text,
    ADD CHECK ((next_secret IS NULL) = (next_secret_at IS NULL));
  COMMENT ON COLUMN svc.webhook_endpoints.secret IS
    'As provisioned. It signs until a rotation: then rotated_secret does, and next_secret from next_secret_at on.';
  COMMENT ON COLUMN svc.webhook_endpoints.failing_since IS 'Since then no attempt has succeeded; null after a success.';

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
  COMMENT ON COLUMN svc.webhook_recoveries.after_id IS 'Deliveries up to this id have been looked at.';
  CREATE INDEX webhook_recoveries_unfinished ON svc.webhook_recoveries (created_at) WHERE finished_at IS NULL;
  CREATE INDEX webhook_recoveries_of_endpoint ON svc.webhook_recoveries (organization_id, endpoint_id, id);
  ${sharedTable(
    'webhook_recoveries',
    'SELECT, INSERT, UPDATE, DELETE',
    'ranges of time whose failed deliveries are sent again; any process goes on with them',
  )}
`;
