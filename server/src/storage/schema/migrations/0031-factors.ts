// SPDX-License-Identifier: Apache-2.0

import { sharedTable } from './organization-table.ts';

/** Second factors, passkeys, known browsers, and whether an organization asks its members for a second factor. */
export const FACTORS = `
  CREATE TABLE svc.account_totp (
    account_id uuid PRIMARY KEY REFERENCES svc.accounts ON DELETE CASCADE,
    secret text NOT NULL,
    created_at timestamptz NOT NULL,
    enabled_at timestamptz,
    last_step bigint NOT NULL DEFAULT 0
  );
  COMMENT ON COLUMN svc.account_totp.secret IS 'Sealed in the vault.';
  COMMENT ON COLUMN svc.account_totp.enabled_at IS 'Null while the person has not shown a code of it.';
  COMMENT ON COLUMN svc.account_totp.last_step IS 'The time step of the last code: it and older ones are refused.';
  ${sharedTable(
    'account_totp',
    'SELECT, INSERT, UPDATE, DELETE',
    'belongs to a person, before any organization is known',
  )}

  CREATE TABLE svc.account_recovery_codes (
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (account_id, code_hash)
  );
  ${sharedTable(
    'account_recovery_codes',
    'SELECT, INSERT, DELETE',
    'belong to a person, before any organization is known; digests of random codes',
  )}

  CREATE TABLE svc.account_passkeys (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    credential_id text NOT NULL UNIQUE,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  );
  COMMENT ON COLUMN svc.account_passkeys.counter IS 'Uses that the authenticator counted; many keep it at 0.';
  CREATE INDEX account_passkeys_of_account ON svc.account_passkeys (account_id, id);
  ${sharedTable(
    'account_passkeys',
    'SELECT, INSERT, UPDATE, DELETE',
    'a person signs in by one before any organization is known; public keys',
  )}

  CREATE TABLE svc.passkey_challenges (
    challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
    account_id uuid REFERENCES svc.accounts ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  );
  COMMENT ON COLUMN svc.passkey_challenges.account_id IS 'Who adds a passkey by it; null for a sign-in.';
  CREATE INDEX passkey_challenges_expiry ON svc.passkey_challenges (expires_at);
  ${sharedTable('passkey_challenges', 'SELECT, INSERT, DELETE', 'used once, before a person is known; digests')}

  CREATE TABLE svc.account_devices (
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, device_hash)
  );
  ${sharedTable(
    'account_devices',
    'SELECT, INSERT, UPDATE, DELETE',
    'browsers in which a person has signed in; digests of a cookie',
  )}

  ALTER TABLE svc.organizations ADD COLUMN require_mfa boolean NOT NULL DEFAULT false;
  COMMENT ON COLUMN svc.organizations.require_mfa IS 'Members without a second factor get to its set-up only.';
`;
