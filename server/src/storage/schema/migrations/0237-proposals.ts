// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** Changes that let more through and wait for a second person, where the organization asks for one. */
export const PROPOSALS = `
  ALTER TABLE svc.organizations ADD COLUMN loosen_needs_two boolean NOT NULL DEFAULT false;
  GRANT UPDATE (loosen_needs_two) ON svc.organizations TO svc_app;

  CREATE TABLE svc.proposals (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    subject text,
    request jsonb NOT NULL,
    request_digest bytea NOT NULL,
    looser jsonb NOT NULL,
    author_type text NOT NULL CHECK (author_type IN ('user', 'key')),
    author_id uuid NOT NULL,
    status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN')),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    answered_by uuid,
    answered_at timestamptz,
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id) REFERENCES svc.organizations (organization_id) ON DELETE CASCADE,
    CHECK ((status = 'PENDING') = (answered_at IS NULL))
  );
  CREATE INDEX proposals_waiting ON svc.proposals (organization_id, expires_at) WHERE status = 'PENDING';
  ${organizationTable('proposals', 'SELECT, INSERT, UPDATE (looser, status, answered_by, answered_at), DELETE')}
`;
