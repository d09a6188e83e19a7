// SPDX-License-Identifier: Apache-2.0
/** Apps that people connect: their grants, tokens and the keys of the authorization server. */
import { acrossTable, organizationTable, sharedTable } from './security.ts';

export const CONNECTED_APPS = `
  CREATE TABLE svc.oauth_grants (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    client_id text NOT NULL,
    client_name text NOT NULL,
    client_host text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz,
    ended_at timestamptz,
    end_reason text CHECK (end_reason IN ('REVOKED', 'MEMBERSHIP', 'ROLE', 'FACTOR', 'REPLAY', 'CLIENT')),
    may_ask boolean NOT NULL DEFAULT false,
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
  );
  CREATE INDEX oauth_grants_of_organization ON svc.oauth_grants (organization_id, id);
  CREATE INDEX oauth_grants_of_account ON svc.oauth_grants (account_id);
  ${organizationTable('oauth_grants', 'SELECT, INSERT, UPDATE (last_used_at, ended_at, end_reason), DELETE')}
  COMMENT ON COLUMN svc.oauth_grants.role IS 'The role of the person when the grant was given.';
  COMMENT ON COLUMN svc.oauth_grants.may_ask IS 'The person lets the app ask them to resolve reviews.';

  CREATE TABLE svc.oauth_records (
    kind text NOT NULL,
    id_hash bytea NOT NULL,
    payload jsonb NOT NULL,
    grant_id uuid,
    organization_id uuid,
    account_id uuid REFERENCES svc.accounts(id) ON DELETE CASCADE,
    client_id text,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    consumed_at timestamptz,
    consumed_again_at timestamptz,
    PRIMARY KEY (kind, id_hash)
  );
  CREATE INDEX oauth_records_expired ON svc.oauth_records (expires_at);
  CREATE INDEX oauth_records_of_client ON svc.oauth_records (client_id);
  CREATE INDEX oauth_records_of_account ON svc.oauth_records (account_id);
  CREATE INDEX oauth_records_of_organization ON svc.oauth_records (organization_id);
  ${acrossTable(
    'oauth_records',
    'SELECT, INSERT, UPDATE (payload, expires_at, consumed_at, consumed_again_at), DELETE',
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    'codes, tokens and clients of the authorization server, found by digests before an organization is known',
  )}
  COMMENT ON COLUMN svc.oauth_records.id_hash IS 'SHA-256 of the token, code or id: the value itself is not kept.';

  CREATE TABLE svc.oauth_signing_keys (
    id uuid PRIMARY KEY,
    private_key text NOT NULL,
    created_at timestamptz NOT NULL
  );
  ${sharedTable(
    'oauth_signing_keys',
    'SELECT, INSERT, DELETE',
    'sealed keys of the authorization server, one set for the deployment',
  )}
`;
