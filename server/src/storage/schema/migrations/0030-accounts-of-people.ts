// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/** Accounts that people make themselves: proven addresses, one-time links, and what a person sees of each session. */
export const ACCOUNTS_OF_PEOPLE = `
  ALTER TABLE svc.accounts
    ADD COLUMN email_verified_at timestamptz,
    ADD COLUMN language text CHECK (language IN ('en', 'pt-BR')),
    ADD COLUMN notifications jsonb NOT NULL DEFAULT '{}';
  COMMENT ON COLUMN svc.accounts.email_verified_at IS 'Null while nobody has proved that the address is theirs.';
  COMMENT ON COLUMN svc.accounts.language IS 'The language of mails; null: both.';
  COMMENT ON COLUMN svc.accounts.notifications IS 'Switches that the person has turned; one that is absent is on.';
  UPDATE svc.accounts SET email_verified_at = created_at;

  ALTER TABLE svc.sessions
    ADD COLUMN signed_in_at timestamptz,
    ADD COLUMN last_used_at timestamptz,
    ADD COLUMN network text,
    ADD COLUMN browser text,
    ADD COLUMN system text;
  UPDATE svc.sessions SET signed_in_at = created_at, last_used_at = COALESCE(rotated_at, created_at);
  ALTER TABLE svc.sessions
    ALTER COLUMN signed_in_at SET NOT NULL,
    ALTER COLUMN signed_in_at SET DEFAULT now(),
    ALTER COLUMN last_used_at SET NOT NULL,
    ALTER COLUMN last_used_at SET DEFAULT now();
  COMMENT ON COLUMN svc.sessions.signed_in_at IS 'The last time that the person proved to be there.';
  COMMENT ON COLUMN svc.sessions.network IS 'The address of the last use, coarsely: IPv4 by its /24, IPv6 by its /48.';

  CREATE TABLE svc.account_links (
    id uuid PRIMARY KEY,
    account_id uuid REFERENCES svc.accounts ON DELETE CASCADE,
    purpose text NOT NULL,
    email text NOT NULL,
    secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    sealed_secret text NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    UNIQUE (account_id, purpose)
  );
  COMMENT ON COLUMN svc.account_links.account_id IS
    'Null for an address without an account: its mail says so, and its link opens nothing.';
  COMMENT ON COLUMN svc.account_links.email IS 'The address that gets the link, and that opening it proves.';
  COMMENT ON COLUMN svc.account_links.sealed_secret IS 'Opened by the mail that carries the link, and by nothing else.';
  CREATE INDEX account_links_expiry ON svc.account_links (expires_at);
  ${sharedTable(
    'account_links',
    'SELECT, INSERT, UPDATE, DELETE',
    'one-time links in mails; found by the digest of their secret before a person is known',
  )}

  CREATE TABLE svc.first_owner_links (
    secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
    expires_at timestamptz NOT NULL
  );
  ${sharedTable(
    'first_owner_links',
    'SELECT, INSERT, DELETE',
    'one-time links of a deployment without accounts; digests',
  )}

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
  COMMENT ON COLUMN svc.account_activity.account_id IS
    'No reference: a sign-in that failed writes one for an unknown address too, and takes as long.';
  CREATE INDEX account_activity_of_account ON svc.account_activity (account_id, id);
  CREATE INDEX account_activity_age ON svc.account_activity (at);
  ${sharedTable(
    'account_activity',
    'SELECT, INSERT, DELETE',
    'what happened to an account; for its person alone, and in no chain of an organization',
  )}
`;
