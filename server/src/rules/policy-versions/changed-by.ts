// SPDX-License-Identifier: Apache-2.0
/** Who made a version of a policy set, and from where. */
import type { PolicyDetail } from '@svc/contract';

/** Columns of `AUTHOR_COLUMNS`; all null when the version is not kept. */
export interface AuthorRow {
  actor_type: string | null;
  actor_id: string | null;
  actor_name: string | null;
  source: string | null;
  key_prefix: string | null;
}

/** For a FROM with `AUTHOR_JOINS`. */
export const AUTHOR_COLUMNS = `
  v.actor_type, v.actor_id, COALESCE(person.name, key.name) AS actor_name, v.source, v.key_prefix`;

/** Behind a `svc.policy_set_versions v` of the organization `$1`. */
export const AUTHOR_JOINS = `
    LEFT JOIN LATERAL (
      SELECT name FROM svc.accounts WHERE id = CASE WHEN v.actor_type = 'user' THEN v.actor_id::uuid END OFFSET 0
    ) AS person ON true
    LEFT JOIN LATERAL (
      SELECT name FROM svc.api_keys
      WHERE organization_id = $1
        AND id = CASE WHEN v.actor_type = 'key' THEN v.actor_id::uuid END
      OFFSET 0
    ) AS key ON true`;

export function changedByOf(row: AuthorRow, version: number): PolicyDetail['changedBy'] {
  return {
    version,
    actor: { type: row.actor_type ?? '', id: row.actor_id ?? '', name: row.actor_name },
    source: row.source ?? '',
    keyPrefix: row.key_prefix,
  };
}
