// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/** Signed-in people, resolutions of reviews, and the last runs of periodic tasks. */
export const PEOPLE = `
  CREATE TABLE svc.sessions (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    organization_id uuid REFERENCES svc.organizations ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    family_hash bytea NOT NULL CHECK (length(family_hash) = 32),
    refresh_hash bytea NOT NULL CHECK (length(refresh_hash) = 32),
    access_hash bytea NOT NULL CHECK (length(access_hash) = 32),
    access_expires_at timestamptz NOT NULL,
    rotated_at timestamptz,
    previous_refresh_hash bytea,
    previous_access_hash bytea,
    previous_access_expires_at timestamptz,
    successor_salt bytea
  );
  COMMENT ON COLUMN svc.sessions.family_hash IS
    'Digest of the part that all refresh tokens of a session share: it tells a stolen old one from an invented one.';
  COMMENT ON COLUMN svc.sessions.successor_salt IS
    'With it the token before gives the same successor again; without that token it says nothing.';
  CREATE INDEX sessions_of_account ON svc.sessions (account_id);
  CREATE INDEX sessions_of_organization ON svc.sessions (organization_id);
  CREATE INDEX sessions_expiry ON svc.sessions (expires_at);
  ${sharedTable(
    'sessions',
    'SELECT, INSERT, UPDATE, DELETE',
    'a session belongs to a person, who may change organizations; tokens are digests',
  )}

  ALTER TABLE svc.reviews
    ADD COLUMN decided_by uuid,
    ADD COLUMN decided_role text CHECK (decided_role IN ('OWNER', 'ADMIN', 'MEMBER')),
    ADD COLUMN channel text,
    ADD COLUMN note_salt bytea CHECK (length(note_salt) = 32),
    ADD COLUMN audit_seq bigint,
    ADD CHECK (note IS NULL OR note_salt IS NOT NULL);
  COMMENT ON COLUMN svc.reviews.note_salt IS
    'Opens the commitment to the note in the audit chain; note and salt are erased together.';
  COMMENT ON COLUMN svc.reviews.audit_seq IS 'Number of the audit entry that resolved or expired it.';
  CREATE INDEX reviews_by_status ON svc.reviews (organization_id, status, event_id);

  CREATE TABLE svc.task_runs (
    name text PRIMARY KEY,
    started_at timestamptz NOT NULL,
    finished_at timestamptz,
    succeeded boolean
  );
  ${sharedTable('task_runs', 'SELECT, INSERT, UPDATE', 'when each periodic task of the deployment last ran')}
`;
