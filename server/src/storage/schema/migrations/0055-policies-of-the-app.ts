// SPDX-License-Identifier: Apache-2.0

import { organizationTable } from './organization-table.ts';

/**
 * Policies as people keep them: a revision without its condition for lists, the source of a restored version, and the
 * test cases of a policy.
 */
export const POLICIES_OF_THE_APP = `
  ALTER TABLE svc.policy_revisions ADD COLUMN summary jsonb GENERATED ALWAYS AS (spec - 'condition') STORED;
  CREATE INDEX policy_revisions_begun ON svc.policy_revisions (organization_id, version_from);
  CREATE INDEX policy_revisions_ended ON svc.policy_revisions (organization_id, version_to)
    WHERE version_to IS NOT NULL;
  ALTER TABLE svc.policy_set_versions ADD COLUMN restored_from bigint CHECK (restored_from > 0);

  CREATE TABLE svc.policy_cases (
    organization_id uuid NOT NULL,
    policy_id uuid NOT NULL,
    cases jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (organization_id, policy_id)
  );
  ${organizationTable('policy_cases', 'SELECT, INSERT, UPDATE (cases, updated_at), DELETE')}
`;
