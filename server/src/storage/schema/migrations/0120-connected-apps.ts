// SPDX-License-Identifier: Apache-2.0

import { organizationTable, sharedTable } from './organization-table.ts';

/**
 * Apps that people connect by OAuth. A grant belongs to an organization, and ends with the membership or the role of
 * its person. Triggers end it, so that no way of changing a membership can forget it. Records of the authorization
 * server are found by digests, before an organization is known.
 */
export const CONNECTED_APPS = `
  CREATE TABLE svc.oauth_grants (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_host text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    ended_at timestamptz,
    end_reason text CHECK (end_reason IN ('REVOKED', 'MEMBERSHIP', 'ROLE', 'FACTOR', 'REPLAY', 'CLIENT')),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
  );
  COMMENT ON COLUMN svc.oauth_grants.role IS 'The role of the person when the grant was given.';
  CREATE INDEX oauth_grants_of_organization ON svc.oauth_grants (organization_id, id);
  CREATE INDEX oauth_grants_of_account ON svc.oauth_grants (account_id);
  ${organizationTable('oauth_grants', 'SELECT, INSERT, UPDATE (last_used_at, ended_at, end_reason), DELETE')}

  CREATE FUNCTION svc.end_grants_of_membership() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE svc.oauth_grants g
    SET ended_at = now(), end_reason = CASE WHEN TG_OP = 'DELETE' THEN 'MEMBERSHIP' ELSE 'ROLE' END
    WHERE g.organization_id = OLD.organization_id AND g.account_id = OLD.account_id AND g.ended_at IS NULL;
    RETURN NULL;
  END $$;
  CREATE TRIGGER ends_grants AFTER DELETE ON svc.memberships
    FOR EACH ROW EXECUTE FUNCTION svc.end_grants_of_membership();
  CREATE TRIGGER demotion_ends_grants AFTER UPDATE OF role ON svc.memberships
    FOR EACH ROW WHEN (
      array_position(ARRAY['MEMBER', 'ADMIN', 'OWNER'], NEW.role)
        < array_position(ARRAY['MEMBER', 'ADMIN', 'OWNER'], OLD.role)
    ) EXECUTE FUNCTION svc.end_grants_of_membership();

  CREATE TABLE svc.oauth_records (
    kind text NOT NULL,
    id_hash bytea NOT NULL,
    payload jsonb NOT NULL,
    grant_id uuid,
    organization_id uuid,
    account_id uuid REFERENCES svc.accounts ON DELETE CASCADE,
    client_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    PRIMARY KEY (kind, id_hash)
  );
  COMMENT ON COLUMN svc.oauth_records.id_hash IS 'SHA-256 of the token, code or id: the value itself is not kept.';
  CREATE INDEX oauth_records_expired ON svc.oauth_records (expires_at);
  CREATE INDEX oauth_records_of_client ON svc.oauth_records (client_id);
  CREATE INDEX oauth_records_of_account ON svc.oauth_records (account_id);
  CREATE INDEX oauth_records_of_organization ON svc.oauth_records (organization_id);
  ${sharedTable(
    'oauth_records',
    'SELECT, INSERT, UPDATE (payload, expires_at, consumed_at), DELETE',
    'digests of tokens with the ids of their grant; found before an organization is known, and clients of all',
  )}

  CREATE TABLE svc.oauth_signing_keys (
    id uuid PRIMARY KEY,
    private_key text NOT NULL,
    created_at timestamptz NOT NULL
  );
  ${sharedTable(
    'oauth_signing_keys',
    'SELECT, INSERT, UPDATE (private_key), DELETE',
    'sealed keys of the authorization server, one set for the deployment',
  )}
`;
