// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/** Invitations that wait. One that is accepted or revoked is deleted; the audit chain keeps that it was. */
export const INVITATIONS = `
  CREATE TABLE svc.invitations (
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    invited_by uuid NOT NULL,
    secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
    sealed_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email_key)
  );
  COMMENT ON COLUMN svc.invitations.sealed_secret IS 'Opened by the mail that carries the link, and by nothing else.';
  COMMENT ON COLUMN svc.invitations.sent_at IS 'When the link of now was made: sending it again makes a new one.';
  ${organizationTable('invitations', 'SELECT, INSERT, UPDATE, DELETE')}

  CREATE TABLE svc.invitation_directory (
    secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
    organization_id uuid NOT NULL REFERENCES svc.organizations ON DELETE CASCADE,
    invitation_id uuid NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX invitation_directory_expiry ON svc.invitation_directory (expires_at);
  CREATE INDEX invitation_directory_of_organization ON svc.invitation_directory (organization_id, invitation_id);
  ${sharedTable(
    'invitation_directory',
    'SELECT, INSERT, DELETE',
    'finds the organization of an invitation by the digest of its secret',
  )}
`;
