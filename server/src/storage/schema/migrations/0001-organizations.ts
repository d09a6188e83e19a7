// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/** Organizations, their look-up by name, and the narrow row that every decision locks. */
export const ORGANIZATIONS = `
  CREATE TABLE svc.organizations (
    organization_id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL CHECK (plan IN ('DEVELOPER', 'TEAM', 'BUSINESS', 'ENTERPRISE')),
    time_zone text NOT NULL,
    enforcement text NOT NULL CHECK (enforcement IN ('ENFORCE', 'MONITOR')),
    review_expiry_minutes integer NOT NULL CHECK (review_expiry_minutes BETWEEN 5 AND 43200),
    risk_review_at integer NOT NULL CHECK (risk_review_at BETWEEN 0 AND 100),
    risk_block_at integer NOT NULL CHECK (risk_block_at BETWEEN 0 AND 100),
    checkpoint_url text,
    events_per_month integer CHECK (events_per_month >= 0),
    agents_max integer CHECK (agents_max >= 0),
    retention_days integer CHECK (retention_days > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ${organizationTable('organizations', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.organization_directory (
    name_digest bytea PRIMARY KEY,
    organization_id uuid NOT NULL UNIQUE
  );
  ${sharedTable(
    'organization_directory',
    'SELECT, INSERT, UPDATE',
    'lists organizations for provisioning and periodic tasks; names are digests',
  )}

  CREATE TABLE svc.organization_heads (
    organization_id uuid PRIMARY KEY,
    generation bigint NOT NULL,
    audit_seq bigint NOT NULL,
    audit_hash bytea NOT NULL CHECK (length(audit_hash) = 32),
    policy_set_version bigint NOT NULL,
    usage_month date NOT NULL,
    usage_events bigint NOT NULL
  ) WITH (fillfactor = 20);
  COMMENT ON TABLE svc.organization_heads IS
    'One narrow row an organization: locked first by whatever changes it, updated in place by every batch.';
  ${organizationTable('organization_heads', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.usage_months (
    organization_id uuid NOT NULL,
    month date NOT NULL,
    events bigint NOT NULL,
    PRIMARY KEY (organization_id, month)
  );
  COMMENT ON TABLE svc.usage_months IS 'LIVE events of months that have ended; the current month is in the head.';
  ${organizationTable('usage_months', 'SELECT, INSERT')}
`;
