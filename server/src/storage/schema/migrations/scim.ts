// SPDX-License-Identifier: Apache-2.0
/** Provisioning by the directory of an organization (SCIM): its tokens, and the people whom it names. */
import { acrossTable, organizationTable } from '../tables/security.ts';

const CHANGED_COLUMNS = `
    user_name, user_name_key, external_id, email, email_key, display_name, formatted_name, given_name, family_name,
    waiting_groups, updated_at, deleted_at`;

export const SCIM = `
  CREATE TABLE svc.scim_tokens (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
    prefix text NOT NULL,
    source text NOT NULL CHECK (source IN ('APP', 'FILE')),
    created_by uuid,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    last_used_at timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (token_hash)
  );
  ${acrossTable(
    'scim_tokens',
    'SELECT, INSERT, UPDATE (last_used_at), DELETE',
    ['SELECT'],
    'finds the organization of a token',
  )}
  COMMENT ON COLUMN svc.scim_tokens.prefix IS 'The beginning of the token, by which people tell it from others.';
  COMMENT ON COLUMN svc.scim_tokens.created_by IS 'The owner who made it; null for one of a provisioning file.';

  CREATE TABLE svc.scim_users (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    account_id uuid NOT NULL REFERENCES svc.accounts ON DELETE CASCADE,
    user_name text,
    user_name_key text,
    external_id text,
    email text,
    email_key text,
    display_name text,
    formatted_name text,
    given_name text,
    family_name text,
    waiting_groups uuid[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    deleted_at timestamptz,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, account_id),
    UNIQUE (organization_id, user_name_key),
    UNIQUE (organization_id, external_id),
    UNIQUE (organization_id, email_key),
    CHECK ((deleted_at IS NULL) = (user_name_key IS NOT NULL AND email_key IS NOT NULL)),
    CHECK (deleted_at IS NULL OR COALESCE(user_name, external_id, email, display_name, formatted_name, given_name,
      family_name) IS NULL)
  );
  CREATE INDEX scim_users_listed ON svc.scim_users (organization_id, id) WHERE deleted_at IS NULL;
  CREATE INDEX scim_users_of_account ON svc.scim_users (account_id);
  ${organizationTable('scim_users', `SELECT, INSERT, UPDATE (${CHANGED_COLUMNS}), DELETE`)}
  COMMENT ON TABLE svc.scim_users IS
    'People as the directory of the organization names them. Whoever of them is a member is active.';
  COMMENT ON COLUMN svc.scim_users.waiting_groups IS
    'Groups of the directory that a person who is not active comes back to.';
  COMMENT ON COLUMN svc.scim_users.deleted_at IS
    'When the directory deleted the person, of whom nothing else is kept: a sign-in brings them not back.';
`;
