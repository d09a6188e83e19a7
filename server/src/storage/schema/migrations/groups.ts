// SPDX-License-Identifier: Apache-2.0
/** Groups of the members of an organization, which approve reviews beside roles. */
import { organizationTable } from '../tables/security.ts';

export const GROUPS = `
  CREATE TABLE svc.groups (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    source text NOT NULL CHECK (source IN ('APP', 'CLAIM', 'SCIM')),
    claim_value text,
    external_id text,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id),
    UNIQUE (organization_id, name),
    UNIQUE (organization_id, claim_value),
    CHECK ((source = 'CLAIM') = (claim_value IS NOT NULL)),
    CHECK (external_id IS NULL OR source = 'SCIM')
  );
  ${organizationTable('groups', 'SELECT, INSERT, UPDATE (name, claim_value, external_id, updated_at), DELETE')}
  COMMENT ON TABLE svc.groups IS 'Groups of members. Policies name them as approvers.';
  COMMENT ON COLUMN svc.groups.source IS
    'Who says who is in it: people in the app, a claim at each sign-in by the directory, or the directory by SCIM.';
  COMMENT ON COLUMN svc.groups.claim_value IS 'The value of the claim whose people are in it.';
  COMMENT ON COLUMN svc.groups.external_id IS 'Its id in the directory.';

  CREATE TABLE svc.group_members (
    organization_id uuid NOT NULL,
    group_id uuid NOT NULL,
    account_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, account_id, group_id)
  );
  CREATE INDEX group_members_of_group ON svc.group_members (organization_id, group_id, account_id);
  ${organizationTable('group_members', 'SELECT, INSERT, DELETE')}
  COMMENT ON TABLE svc.group_members IS 'Who is in which group. They are members of the organization.';
`;
