// SPDX-License-Identifier: Apache-2.0
/** Accounts, second factors, sessions, members and invitations. */
import { acrossTable, organizationTable, sharedTable } from './security.ts';

export const PEOPLE = `
  CREATE TABLE svc.accounts (
    id uuid PRIMARY KEY,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL,
    email_verified_at timestamptz,
    language text CHECK (language IN ('en', 'pt-BR')),
    notifications jsonb NOT NULL DEFAULT '{}',
    is_demo boolean NOT NULL DEFAULT false,
    made_from text
  );
  ${sharedTable(
    'accounts',
    'SELECT, INSERT, UPDATE (email, email_key, name, email_verified_at, language, notifications, is_demo), DELETE',
    'a person signs in before any organization is known',
  )}
  COMMENT ON COLUMN svc.accounts.email_verified_at IS 'Null while nobody has proved that the address is theirs.';
  COMMENT ON COLUMN svc.accounts.language IS 'The language of mails; null: both.';
  COMMENT ON COLUMN svc.accounts.notifications IS 'Switches that the person has turned; one that is absent is on.';
  COMMENT ON COLUMN svc.accounts.made_from IS 'A keyed hash of the address of the sign-up; null without one.';

  CREATE TABLE svc.account_activity (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    at timestamptz NOT NULL,
    network text,
    browser text,
    system text,
    details jsonb NOT NULL
  );
  CREATE INDEX account_activity_of_account ON svc.account_activity (account_id, id);
  CREATE INDEX account_activity_age ON svc.account_activity (at);
  ${sharedTable(
    'account_activity',
    'SELECT, INSERT, DELETE',
    'what happened to an account; for its person alone, and in no chain of an organization',
  )}
  COMMENT ON COLUMN svc.account_activity.account_id IS
    'No reference: a sign-in that failed writes one for an unknown address too, and takes as long.';

  CREATE TABLE svc.account_devices (
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_hash)
  );
  ${sharedTable(
    'account_devices',
    'SELECT, INSERT, UPDATE (last_used_at), DELETE',
    'browsers in which a person has signed in; digests of a cookie',
  )}

  CREATE TABLE svc.account_links (
    id uuid PRIMARY KEY,
    account_id uuid REFERENCES svc.accounts(id) ON DELETE CASCADE,
    purpose text NOT NULL,
    email text NOT NULL,
    secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    sealed_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    UNIQUE (account_id, purpose)
  );
  CREATE INDEX account_links_expiry ON svc.account_links (expires_at);
  ${sharedTable(
    'account_links',
    'SELECT, INSERT, UPDATE (id, email, secret_hash, sealed_secret, created_at, expires_at), DELETE',
    'one-time links in mails; found by the digest of their secret before a person is known',
  )}
  COMMENT ON COLUMN svc.account_links.account_id IS
    'Null for an address without an account: its mail says so, and its link opens nothing.';
  COMMENT ON COLUMN svc.account_links.email IS 'The address that gets the link, and that opening it proves.';
  COMMENT ON COLUMN svc.account_links.sealed_secret IS
    'Opened by the mail that carries the link, and by nothing else.';

  CREATE TABLE svc.account_passkeys (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    credential_id text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  );
  CREATE INDEX account_passkeys_of_account ON svc.account_passkeys (account_id, id);
  ${sharedTable(
    'account_passkeys',
    'SELECT, INSERT, UPDATE (counter, name, last_used_at), DELETE',
    'a person signs in by one before any organization is known; public keys',
  )}
  COMMENT ON COLUMN svc.account_passkeys.counter IS 'Uses that the authenticator counted; many keep it at 0.';

  CREATE TABLE svc.account_recovery_codes (
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (account_id, code_hash)
  );
  ${sharedTable(
    'account_recovery_codes',
    'SELECT, INSERT, DELETE',
    'belong to a person, before any organization is known; digests of random codes',
  )}

  CREATE TABLE svc.account_totp (
    account_id uuid PRIMARY KEY REFERENCES svc.accounts(id) ON DELETE CASCADE,
    secret text NOT NULL,
    created_at timestamptz NOT NULL,
    enabled_at timestamptz,
    last_step bigint NOT NULL DEFAULT 0
  );
  ${sharedTable(
    'account_totp',
    'SELECT, UPDATE (enabled_at, last_step), DELETE',
    'belongs to a person, before any organization is known',
  )}
  COMMENT ON COLUMN svc.account_totp.secret IS 'Sealed in the vault.';
  COMMENT ON COLUMN svc.account_totp.enabled_at IS 'Null while the person has not shown a code of it.';
  COMMENT ON COLUMN svc.account_totp.last_step IS 'The time step of the last code: it and older ones are refused.';

  CREATE TABLE svc.passkey_challenges (
    challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
    account_id uuid REFERENCES svc.accounts(id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX passkey_challenges_expiry ON svc.passkey_challenges (expires_at);
  ${sharedTable('passkey_challenges', 'SELECT, INSERT, DELETE', 'used once, before a person is known; digests')}
  COMMENT ON COLUMN svc.passkey_challenges.account_id IS 'Who adds a passkey by it; null for a sign-in.';

  CREATE TABLE svc.sessions (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts(id) ON DELETE CASCADE,
    organization_id uuid REFERENCES svc.organizations(organization_id) ON DELETE SET NULL,
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
    successor_salt bytea,
    signed_in_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    network text,
    browser text,
    system text
  );
  CREATE INDEX sessions_of_account ON svc.sessions (account_id);
  CREATE INDEX sessions_of_organization ON svc.sessions (organization_id);
  CREATE INDEX sessions_expiry ON svc.sessions (expires_at);
  ${acrossTable(
    'sessions',
    `SELECT, INSERT, UPDATE (organization_id, expires_at, refresh_hash, access_hash, access_expires_at,
      rotated_at, previous_refresh_hash, previous_access_hash, previous_access_expires_at, successor_salt,
      signed_in_at, last_used_at, network, browser, system), DELETE`,
    ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
    'a session belongs to a person, and is found by its id before an organization is known',
  )}
  COMMENT ON COLUMN svc.sessions.family_hash IS
    'Digest of the part that all refresh tokens of a session share: it tells a stolen old one from an '
    'invented one.';
  COMMENT ON COLUMN svc.sessions.successor_salt IS
    'With it the token before gives the same successor again; without that token it says nothing.';
  COMMENT ON COLUMN svc.sessions.signed_in_at IS 'The last time that the person proved to be there.';
  COMMENT ON COLUMN svc.sessions.network IS
    'The address of the last use, coarsely: IPv4 by its /24, IPv6 by its /48.';

  CREATE TABLE svc.memberships (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    account_id uuid NOT NULL REFERENCES svc.accounts(id),
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, account_id)
  );
  ${organizationTable('memberships', 'SELECT, INSERT, DELETE')}

  CREATE TABLE svc.membership_directory (
    account_id uuid NOT NULL REFERENCES svc.accounts(id),
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    PRIMARY KEY (account_id, organization_id)
  );
  ${acrossTable('membership_directory', 'SELECT, INSERT, DELETE', ['SELECT'], 'finds the organizations of a person')}

  CREATE TABLE svc.invitations (
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
    invited_by uuid NOT NULL,
    secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
    sealed_secret text,
    created_at timestamptz NOT NULL,
    sent_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, email_key)
  );
  ${organizationTable(
    'invitations',
    'SELECT, INSERT, UPDATE (role, invited_by, secret_hash, sealed_secret, sent_at, expires_at), DELETE',
  )}
  COMMENT ON COLUMN svc.invitations.sealed_secret IS
    'Opened by the mail that carries the link, and by nothing else. Null: whoever invited has seen the link.';
  COMMENT ON COLUMN svc.invitations.sent_at IS 'When the link of now was made: sending it again makes a new one.';

  CREATE TABLE svc.invitation_directory (
    secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
    organization_id uuid NOT NULL REFERENCES svc.organizations(organization_id) ON DELETE CASCADE,
    invitation_id uuid NOT NULL,
    expires_at timestamptz NOT NULL
  );
  CREATE INDEX invitation_directory_expiry ON svc.invitation_directory (expires_at);
  CREATE INDEX invitation_directory_of_organization ON svc.invitation_directory (organization_id, invitation_id);
  ${acrossTable(
    'invitation_directory',
    'SELECT, INSERT, DELETE',
    ['SELECT'],
    'finds the organization of an invitation by a digest',
  )}

  CREATE TABLE svc.demo_organizations (
    organization_id uuid PRIMARY KEY,
    visitor_id uuid NOT NULL,
    begun_at timestamptz NOT NULL,
    opened_at timestamptz
  );
  ${acrossTable(
    'demo_organizations',
    'SELECT, INSERT, UPDATE (opened_at), DELETE',
    ['SELECT'],
    'visitors find the demo before any organization is known',
  )}
  COMMENT ON COLUMN svc.demo_organizations.visitor_id IS 'The account that all visitors share, a MEMBER.';
  COMMENT ON COLUMN svc.demo_organizations.opened_at IS 'Null while its history is being written.';
`;
