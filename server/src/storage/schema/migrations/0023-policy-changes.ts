// SPDX-License-Identifier: Apache-2.0
/** How much each version of a policy set changed, for the bound of a day. Older versions count as none. */
export const POLICY_CHANGES = `
  ALTER TABLE svc.policy_set_versions
    ADD COLUMN changes integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    ADD COLUMN changed_bytes bigint NOT NULL DEFAULT 0 CHECK (changed_bytes >= 0);
  CREATE INDEX policy_set_versions_time ON svc.policy_set_versions (organization_id, created_at);
`;
