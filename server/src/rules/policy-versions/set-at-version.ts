// SPDX-License-Identifier: Apache-2.0
/** Finds the policy set of any version, however many versions were made since. */

/** Versions are below 10^15, as the marks of their lists are. */
const POWERS = 50;

/** The parameters $1 to $4 of `SET_AT_VERSION`. */
export function setAtVersion(organizationId: string, version: number): [string, number, number[], number[]] {
  const nodes = nodesAround(version);
  return [organizationId, version, nodes.below, nodes.above];
}

/** The nodes of the interval tree whose revisions may hold the version: up to it, and above it. */
function nodesAround(version: number): { below: number[]; above: number[] } {
  const below = new Set<number>();
  const above: number[] = [];
  for (let power = 0; power < POWERS; power += 1) {
    const unit = 2 ** power;
    const node = Math.floor(version / unit) * unit;
    below.add(node);
    if ((node / unit) % 2 === 0) above.push(node + unit);
  }
  return { below: [...below], above };
}

const COLUMNS = 'policy_id, name, spec, summary, updated_at';

/**
 * For FROM. Revisions of an ended node hold the version where they end after it, or begin before it. Rows are compared,
 * and a sum stands for a column. Each part names the condition of its index, so that no other index seems to serve. The
 * next node is a column: PostgreSQL 15.20 looks no sum of outer columns up behind row-level security.
 */
export const SET_AT_VERSION = `(
    SELECT ${COLUMNS} FROM svc.policy_revisions
    WHERE organization_id = $1 AND version_to IS NULL AND version_from + 0 <= $2
    UNION ALL
    SELECT r.* FROM (SELECT node, node + 1 AS next FROM unnest($3::bigint[]) AS node OFFSET 0) AS n
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM svc.policy_revisions
      WHERE organization_id = $1 AND version_to IS NOT NULL
        AND (version_node, version_to) > (n.node, $2) AND (version_node, version_to) < (n.next, 0)
      OFFSET 0
    ) r
    UNION ALL
    SELECT r.* FROM unnest($4::bigint[]) AS n (node) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM svc.policy_revisions
      WHERE organization_id = $1 AND version_node IS NOT NULL
        AND (version_node, version_from) >= (n.node, 0) AND (version_node, version_from) <= (n.node, $2)
      OFFSET 0
    ) r
  )`;
