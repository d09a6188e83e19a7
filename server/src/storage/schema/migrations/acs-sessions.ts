// SPDX-License-Identifier: Apache-2.0
/** The chain of each session of the Agent Control Standard. */
import { organizationTable } from '../tables/security.ts';

export const ACS_SESSIONS = `
  CREATE TABLE svc.acs_sessions (
    organization_id uuid NOT NULL,
    session bytea NOT NULL,
    head bytea NOT NULL CHECK (octet_length(head) = 32),
    last_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, session)
  );
  CREATE INDEX acs_sessions_by_age ON svc.acs_sessions (last_at);
  ${organizationTable('acs_sessions', 'SELECT, INSERT, UPDATE (head, last_at), DELETE')}
  COMMENT ON TABLE svc.acs_sessions IS 'Sessions of the Agent Control Standard, each with the head of its chain.';
  COMMENT ON COLUMN svc.acs_sessions.session IS 'Digest of the key and the id of the session.';
`;
