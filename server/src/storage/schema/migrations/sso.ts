// SPDX-License-Identifier: Apache-2.0
/** Sign-in by the directory of an organization: its connection, its domains, its people, and sign-ins under way. */
import { acrossTable, organizationTable } from '../tables/security.ts';

const CHANGED_COLUMNS = `
    issuer, client_id, client_secret, scopes, role_claim, roles, default_role, enabled, required, break_glass,
    session_hours, updated_at`;

export const SSO = `
  CREATE TABLE svc.sso_connections (
    organization_id uuid PRIMARY KEY,
    id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret text NOT NULL,
    scopes text[] NOT NULL,
    role_claim text,
    roles jsonb NOT NULL CHECK (jsonb_typeof(roles) = 'array'),
    default_role text CHECK (default_role IN ('ADMIN', 'MEMBER')),
    enabled boolean NOT NULL,
    required boolean NOT NULL,
    break_glass uuid[] NOT NULL,
    session_hours integer NOT NULL CHECK (session_hours > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  ${organizationTable('sso_connections', `SELECT, INSERT, UPDATE (${CHANGED_COLUMNS}), DELETE`)}
  COMMENT ON TABLE svc.sso_connections IS 'The directory by which the people of an organization sign in.';
  COMMENT ON COLUMN svc.sso_connections.client_secret IS 'Sealed in the vault.';
  COMMENT ON COLUMN svc.sso_connections.roles IS 'Values of the claim, each with its role.';
  COMMENT ON COLUMN svc.sso_connections.break_glass IS
    'Owners who enter by their password where the directory is required.';

  CREATE TABLE svc.sso_domains (
    organization_id uuid NOT NULL,
    domain text NOT NULL,
    token text NOT NULL,
    verified_at timestamptz,
    verified_by text CHECK (verified_by IN ('DNS', 'OPERATOR')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, domain),
    CHECK ((verified_at IS NULL) = (verified_by IS NULL))
  );
  CREATE INDEX sso_domains_verified ON svc.sso_domains (domain) WHERE verified_at IS NOT NULL;
  ${acrossTable(
    'sso_domains',
    'SELECT, INSERT, UPDATE (verified_at, verified_by), DELETE',
    ['SELECT'],
    'finds the organizations of a domain before a person is known',
  )}
  COMMENT ON COLUMN svc.sso_domains.token IS 'What the TXT record of the domain holds; no secret.';

  CREATE TABLE svc.sso_identities (
    organization_id uuid NOT NULL,
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    signed_in_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, issuer, subject),
    UNIQUE (organization_id, account_id)
  );
  ${organizationTable('sso_identities', 'SELECT, INSERT, UPDATE (signed_in_at), DELETE')}
  COMMENT ON TABLE svc.sso_identities IS 'Which account a person of the directory has in the organization.';

  CREATE TABLE svc.sso_transactions (
    organization_id uuid NOT NULL,
    state_hash bytea NOT NULL CHECK (length(state_hash) = 32),
    session_id uuid,
    started_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, state_hash)
  );
  CREATE INDEX sso_transactions_expiry ON svc.sso_transactions (organization_id, expires_at);
  ${organizationTable('sso_transactions', 'SELECT, INSERT, DELETE')}
  COMMENT ON TABLE svc.sso_transactions IS
    'Sign-ins under way at a directory. Their secrets follow from a cookie of the browser.';
  COMMENT ON COLUMN svc.sso_transactions.session_id IS 'The session that confirms its person; null for a sign-in.';

  CREATE TABLE svc.sso_logouts (
    organization_id uuid NOT NULL,
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, token_hash)
  );
  CREATE INDEX sso_logouts_expiry ON svc.sso_logouts (organization_id, expires_at);
  ${organizationTable('sso_logouts', 'SELECT, INSERT, DELETE')}
  COMMENT ON TABLE svc.sso_logouts IS 'Logout tokens of directories, each of which counts once.';

  ALTER TABLE svc.sessions
    ADD COLUMN directory_until timestamptz, ADD COLUMN directory_subject text, ADD COLUMN directory_sid text;
  COMMENT ON COLUMN svc.sessions.directory_until IS
    'When a session that came by a directory ends at the latest; null for one by password or passkey.';
  COMMENT ON COLUMN svc.sessions.directory_subject IS 'Its person, as the directory names them.';
  COMMENT ON COLUMN svc.sessions.directory_sid IS 'Its session at the directory, where the directory names it.';
`;
