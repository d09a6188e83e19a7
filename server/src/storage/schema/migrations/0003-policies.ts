// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/** Policies as revisions: the set at version v holds the revisions that had begun by v and had not ended. */
export const POLICIES = `
  CREATE TABLE svc.policy_set_versions (
    organization_id uuid NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    created_at timestamptz NOT NULL,
    actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'system')),
    actor_id text NOT NULL,
    source text NOT NULL,
    key_prefix text,
    PRIMARY KEY (organization_id, version)
  );
  ${organizationTable('policy_set_versions', 'SELECT, INSERT')}

  CREATE TABLE svc.policy_revisions (
    organization_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    version_from bigint NOT NULL,
    version_to bigint,
    name text NOT NULL,
    spec jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, policy_id, version_from),
    CHECK (version_to > version_from)
  );
  CREATE UNIQUE INDEX policy_revisions_current_name ON svc.policy_revisions (organization_id, name)
    WHERE version_to IS NULL;
  ${organizationTable('policy_revisions', 'SELECT, INSERT, UPDATE')}
`;
