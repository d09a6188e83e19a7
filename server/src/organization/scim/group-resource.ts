// SPDX-License-Identifier: Apache-2.0
/** A group as SCIM shows it. */
import { GROUP_SCHEMA } from '../scim-protocol/index.ts';
import type { GroupUser, ScimGroupRow } from './group-rows.ts';

/** @param base the address of the service for SCIM */
export function groupDocument(row: ScimGroupRow, users: readonly GroupUser[], base: string): Record<string, unknown> {
  const { id, name, external_id: externalId } = row;
  const members = users.filter(({ group }) => group === id);
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName: name,
    members: members.map((user) => ({ value: user.id, $ref: `${base}/Users/${user.id}`, type: 'User' })),
    meta: {
      resourceType: 'Group',
      created: row.created_at.toISOString(),
      lastModified: row.updated_at.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
}
