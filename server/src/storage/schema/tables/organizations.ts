// SPDX-License-Identifier: Apache-2.0
/** Organizations, what they use and pay, and the tasks of the deployment. */
import { acrossTable, organizationTable, sharedTable } from './security.ts';

export const ORGANIZATIONS = `
  GRANT SELECT ON svc.kysely_migration TO svc_app;

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
    updated_at timestamptz NOT NULL,
    private_networks boolean NOT NULL DEFAULT false,
    require_mfa boolean NOT NULL DEFAULT false,
    alternatives boolean NOT NULL DEFAULT false,
    assistant_approvals boolean NOT NULL DEFAULT false,
    unconfirmed_since timestamptz,
    loosen_needs_two boolean NOT NULL DEFAULT false,
    holder text
  );
  ${organizationTable(
    'organizations',
    `SELECT, INSERT, UPDATE (name, time_zone, enforcement, review_expiry_minutes, risk_review_at, risk_block_at,
      checkpoint_url, events_per_month, agents_max, retention_days, updated_at, require_mfa, alternatives,
      assistant_approvals, unconfirmed_since, loosen_needs_two, holder)`,
  )}
  COMMENT ON COLUMN svc.organizations.require_mfa IS 'Members without a second factor get to its set-up only.';
  COMMENT ON COLUMN svc.organizations.alternatives IS
    'Callers that are refused are told bounds within which the same action would be allowed; never names.';
  COMMENT ON COLUMN svc.organizations.assistant_approvals IS
    'A connected app may ask its own person to resolve a review below the risk CRITICAL.';
  COMMENT ON COLUMN svc.organizations.unconfirmed_since IS
    'The only member proved an address of an account that another person may have made. Until they answer, no'
    ' key, webhook or integration works. Null: nothing waits.';
  COMMENT ON COLUMN svc.organizations.holder IS
    'Organizations on the free plan with the same value share one share; null for one that an operator made.';

  CREATE TABLE svc.organization_directory (
    name_digest bytea PRIMARY KEY,
    organization_id uuid NOT NULL UNIQUE,
    being_written boolean NOT NULL DEFAULT false
  );
  ${acrossTable(
    'organization_directory',
    'SELECT, INSERT, UPDATE',
    ['SELECT', 'INSERT'],
    'tasks go over all organizations; provisioning finds and enters them by digests of names',
  )}
  COMMENT ON COLUMN svc.organization_directory.being_written IS 'Periodic tasks pass it by until its past is whole.';

  CREATE TABLE svc.organization_heads (
    organization_id uuid PRIMARY KEY,
    generation bigint NOT NULL,
    audit_seq bigint NOT NULL,
    audit_hash bytea NOT NULL CHECK (length(audit_hash) = 32),
    policy_set_version bigint NOT NULL,
    usage_month date NOT NULL,
    usage_events bigint NOT NULL
  ) WITH (fillfactor=20);
  COMMENT ON TABLE svc.organization_heads IS
    'One narrow row an organization: locked first by whatever changes it, updated in place by every batch.';
  ${organizationTable('organization_heads', 'SELECT, INSERT, UPDATE')}

  CREATE TABLE svc.organization_deletions (
    organization_id uuid PRIMARY KEY,
    begun_at timestamptz NOT NULL
  );
  ${acrossTable(
    'organization_deletions',
    'SELECT, DELETE',
    ['SELECT'],
    'a task finds the organizations whose rows it deletes',
  )}

  CREATE TABLE svc.usage_months (
    organization_id uuid NOT NULL,
    month date NOT NULL,
    events bigint NOT NULL,
    PRIMARY KEY (organization_id, month)
  );
  COMMENT ON TABLE svc.usage_months IS 'LIVE events of months that have ended; the current month is in the head.';
  ${organizationTable('usage_months', 'SELECT, INSERT')}

  CREATE TABLE svc.quota_notices (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    month date NOT NULL,
    percent integer NOT NULL CHECK (percent = ANY (ARRAY[80, 100])),
    events bigint NOT NULL,
    events_per_month bigint NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (organization_id, month, percent)
  );
  COMMENT ON TABLE svc.quota_notices IS 'Shares of the monthly quota that were reached; the mail is in the outbox.';
  ${organizationTable('quota_notices', 'SELECT, INSERT')}
  COMMENT ON COLUMN svc.quota_notices.events IS 'LIVE events of the UTC month when it was seen.';

  CREATE TABLE svc.billing_accounts (
    organization_id uuid PRIMARY KEY REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    customer_id text NOT NULL UNIQUE,
    state text CHECK (state IN ('ACTIVE', 'PAST_DUE', 'CANCELLED')),
    plan text CHECK (plan IN ('TEAM', 'BUSINESS')),
    paid_until timestamptz,
    ends_then boolean NOT NULL,
    grace_ends_at timestamptz,
    lapsed_at timestamptz,
    version bigint NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ${organizationTable(
    'billing_accounts',
    'SELECT, INSERT, UPDATE (state, plan, paid_until, ends_then, grace_ends_at, lapsed_at, version, updated_at)',
  )}
  COMMENT ON COLUMN svc.billing_accounts.state IS 'Null before the first subscription.';
  COMMENT ON COLUMN svc.billing_accounts.grace_ends_at IS 'The plan becomes DEVELOPER then; null while it is paid.';
  COMMENT ON COLUMN svc.billing_accounts.lapsed_at IS 'It has become DEVELOPER for this grace.';

  CREATE TABLE svc.billing_customers (
    customer_id text PRIMARY KEY,
    organization_id uuid NOT NULL UNIQUE REFERENCES svc.organizations(organization_id) ON DELETE CASCADE
  );
  ${acrossTable(
    'billing_customers',
    'SELECT, INSERT',
    ['SELECT'],
    'events of the payment processor find their organization',
  )}

  CREATE TABLE svc.billing_ended (
    customer_id text PRIMARY KEY,
    ended_at timestamptz NOT NULL
  );
  ${sharedTable(
    'billing_ended',
    'SELECT, INSERT, DELETE',
    'customers of deleted organizations, without the organization',
  )}

  CREATE TABLE svc.billing_events (
    event_id text PRIMARY KEY,
    received_at timestamptz NOT NULL
  );
  ${sharedTable('billing_events', 'SELECT, INSERT, DELETE', 'ids of events that are done')}

  CREATE TABLE svc.proposals (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    kind text NOT NULL,
    subject text,
    request jsonb NOT NULL,
    request_digest bytea NOT NULL,
    looser jsonb NOT NULL,
    author_type text NOT NULL CHECK (author_type IN ('user', 'key', 'file')),
    author_id uuid,
    status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    answered_by uuid,
    answered_at timestamptz,
    CHECK ((status = 'PENDING') = (answered_at IS NULL)),
    PRIMARY KEY (organization_id, id),
    CHECK ((author_type = 'file') = (author_id IS NULL))
  );
  CREATE INDEX proposals_waiting ON svc.proposals (organization_id, expires_at) WHERE status = 'PENDING';
  ${organizationTable('proposals', 'SELECT, INSERT, UPDATE (looser, status, answered_by, answered_at), DELETE')}

  CREATE TABLE svc.task_runs (
    name text PRIMARY KEY,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    succeeded boolean,
    backlog bigint
  );
  ${sharedTable(
    'task_runs',
    'SELECT, INSERT, UPDATE (started_at, finished_at, succeeded, backlog)',
    'when each periodic task of the deployment last ran',
  )}
  COMMENT ON COLUMN svc.task_runs.backlog IS 'What the last run left to do, in its unit; null when unknown.';

  CREATE UNLOGGED TABLE svc.rate_windows (
    bucket bytea PRIMARY KEY,
    hits timestamptz[] NOT NULL,
    expires_at timestamptz NOT NULL,
    pending timestamptz[] NOT NULL DEFAULT '{}'::timestamptz[]
  );
  CREATE INDEX rate_windows_expiry ON svc.rate_windows (expires_at);
  ${sharedTable(
    'rate_windows',
    'SELECT, INSERT, UPDATE (hits, expires_at, pending), DELETE',
    'sliding windows over all processes; buckets are digests',
  )}

  CREATE TABLE svc.leads (
    id uuid PRIMARY KEY,
    created_at timestamptz NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    company text,
    message text NOT NULL
  );
  CREATE INDEX leads_by_age ON svc.leads (created_at);
  ${sharedTable(
    'leads',
    'SELECT (id, created_at), INSERT, DELETE',
    'contact-form messages, which belong to no organization',
  )}

  CREATE TABLE svc.first_owner_links (
    secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
    expires_at timestamptz NOT NULL
  );
  ${sharedTable(
    'first_owner_links',
    'SELECT, INSERT, DELETE',
    'one-time links of a deployment without accounts; digests',
  )}
`;
