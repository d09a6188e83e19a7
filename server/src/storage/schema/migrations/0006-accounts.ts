// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * People: one account per e-mail, any number of memberships. An account belongs to a person, not to an organization.
 */
export const ACCOUNTS = `
  CREATE TABLE svc.accounts (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL
  );
  ${sharedTable('accounts', 'SELECT, INSERT, UPDATE', 'a person signs in before any organization is known')}

  CREATE TABLE svc.memberships (
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES svc.accounts,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, account_id)
  );
  ${organizationTable('memberships', 'SELECT, INSERT, UPDATE, DELETE')}

  CREATE TABLE svc.membership_directory (
    account_id uuid NOT NULL REFERENCES svc.accounts,
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    PRIMARY KEY (account_id, organization_id)
  );
  ${sharedTable('membership_directory', 'SELECT, INSERT, DELETE', 'finds the organizations of a person who signs in')}
`;
