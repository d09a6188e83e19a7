// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/**
 * The demo: an organization that visitors look at. Its people are not persons: they get no mail, and a deployment with
 * them alone has no account yet.
 */
export const DEMO = `
  CREATE TABLE svc.demo_organizations (
    organization_id uuid PRIMARY KEY,
    visitor_id uuid NOT NULL,
    begun_at timestamptz NOT NULL,
    opened_at timestamptz
  );
  COMMENT ON COLUMN svc.demo_organizations.visitor_id IS 'The account that all visitors share, a MEMBER.';
  COMMENT ON COLUMN svc.demo_organizations.opened_at IS 'Null while its history is being written.';
  ${sharedTable(
    'demo_organizations',
    'SELECT, INSERT, UPDATE (opened_at), DELETE',
    'which organization is the demo, found before any organization is known',
  )}

  ALTER TABLE svc.accounts ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
  GRANT UPDATE (is_demo) ON svc.accounts TO svc_app;
`;
