// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/** Decisions and the rows that commit with them: reviews, webhook deliveries, idempotency records. */
export const EVENTS = `
  CREATE TABLE svc.events (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    seq bigint NOT NULL,
    created_at timestamptz NOT NULL,
    sandbox boolean NOT NULL,
    api_key_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    resource_id uuid NOT NULL,
    action text NOT NULL,
    destination text,
    records_affected integer,
    decision text NOT NULL,
    evaluated_decision text NOT NULL,
    risk_level text NOT NULL,
    risk_score smallint NOT NULL,
    quota_exceeded boolean NOT NULL,
    record json NOT NULL,
    PRIMARY KEY (organization_id, id)
  );
  COMMENT ON COLUMN svc.events.seq IS 'Number of the audit entry of this decision: the order of commits.';
  COMMENT ON COLUMN svc.events.record IS 'Read only with its event: json costs less to store than jsonb.';
  CREATE INDEX events_by_seq ON svc.events (organization_id, seq);
  ${organizationTable('events', 'SELECT, INSERT')}

  CREATE TABLE svc.reviews (
    organization_id uuid NOT NULL,
    event_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('PENDING', 'APPROVED', 'DENIED', 'EXPIRED')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    decided_at timestamptz,
    note text,
    approver_roles text[] NOT NULL,
    PRIMARY KEY (organization_id, event_id)
  );
  CREATE INDEX reviews_pending ON svc.reviews (organization_id, expires_at) WHERE status = 'PENDING';
  ${organizationTable('reviews', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.webhook_deliveries (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id text NOT NULL,
    types text[] NOT NULL,
    created_at timestamptz NOT NULL,
    data json NOT NULL,
    PRIMARY KEY (organization_id, id)
  );
  ${organizationTable('webhook_deliveries', 'SELECT, INSERT')}

  CREATE TABLE svc.webhook_outbox (
    delivery_id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    due_at timestamptz NOT NULL
  );
  CREATE INDEX webhook_outbox_due ON svc.webhook_outbox (due_at);
  ${sharedTable(
    'webhook_outbox',
    'SELECT, INSERT, UPDATE, DELETE',
    'ids of deliveries that wait; workers of any process claim them across organizations',
  )}

  CREATE TABLE svc.idempotency_records (
    organization_id uuid NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    created_at timestamptz NOT NULL,
    event_id uuid NOT NULL,
    fingerprint bytea NOT NULL,
    fingerprint_key_id text NOT NULL,
    PRIMARY KEY (organization_id, endpoint, key)
  );
  COMMENT ON COLUMN svc.idempotency_records.fingerprint IS
    'HMAC of the canonical request; a plain hash of a short identity number could be guessed.';
  ${organizationTable('idempotency_records', 'SELECT, INSERT, UPDATE')}
`;
