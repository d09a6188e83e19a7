// SPDX-License-Identifier: Apache-2.0
/**
 * The set at an old version is found without reading all revisions since: two indexes are an interval tree. The node of
 * an ended revision is that one of its versions which most powers of two divide. For each power of two, the revisions
 * of one node above a version and of one below may hold it. So some hundred look-ups find its whole set.
 */
const POWER = `length(ltrim(((version_from - 1) # (version_to - 1))::bit(64)::text, '0')) - 1`;

export const POLICY_HISTORY = `
  ALTER TABLE svc.policy_revisions ADD COLUMN version_node bigint
    GENERATED ALWAYS AS ((version_to - 1) >> (${POWER}) << (${POWER})) STORED;
  CREATE INDEX policy_revisions_nodes_ended ON svc.policy_revisions (organization_id, version_node, version_to)
    WHERE version_to IS NOT NULL;
  CREATE INDEX policy_revisions_nodes_begun ON svc.policy_revisions (organization_id, version_node, version_from)
    WHERE version_node IS NOT NULL;
`;
