// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/** Rows of the deployment, not of an organization: exact rate windows and contact-form leads. */
export const OPERATIONS = `
  CREATE UNLOGGED TABLE svc.rate_windows (
    bucket bytea PRIMARY KEY,
    hits timestamptz[] NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX rate_windows_expiry ON svc.rate_windows (expires_at);
  ${sharedTable(
    'rate_windows',
    'SELECT, INSERT, UPDATE, DELETE',
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
  ${sharedTable('leads', 'INSERT', 'contact-form messages, which belong to no organization')}
`;
