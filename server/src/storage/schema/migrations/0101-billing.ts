// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * Subscriptions at the payment processor. An event names a customer, whose organization is not known yet: hence the
 * look-up. The id of the customer outlives an organization that has ended, so that a late payment is undone.
 */
export const BILLING = `
  CREATE TABLE svc.billing_accounts (
    organization_id uuid PRIMARY KEY REFERENCES svc.organizations ON DELETE CASCADE,
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
  COMMENT ON COLUMN svc.billing_accounts.state IS 'Null before the first subscription.';
  COMMENT ON COLUMN svc.billing_accounts.grace_ends_at IS 'The plan becomes DEVELOPER then; null while it is paid.';
  COMMENT ON COLUMN svc.billing_accounts.lapsed_at IS 'It has become DEVELOPER for this grace.';
  ${organizationTable(
    'billing_accounts',
    'SELECT, INSERT, UPDATE (state, plan, paid_until, ends_then, grace_ends_at, lapsed_at, version, updated_at)',
  )}

  CREATE TABLE svc.billing_customers (
    customer_id text PRIMARY KEY,
    organization_id uuid NOT NULL UNIQUE REFERENCES svc.organizations ON DELETE CASCADE
  );
  ${sharedTable(
    'billing_customers',
    'SELECT, INSERT',
    'customers of the payment processor, by which events find their organization',
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
`;
