// SPDX-License-Identifier: Apache-2.0
/** The entries of groups. The subject is the group. */
import { type AuditKind, created, deleted, updated } from './audit-kind.ts';

export const GROUP_KINDS: Readonly<Record<string, AuditKind>> = {
  'group.created': created('A group of members'),
  'group.updated': updated('A group of members'),
  'group.deleted': deleted('A group of members'),
  'group.members_changed': {
    meaning: 'Members were added to a group or taken out of it: `added` and `removed` are ids of accounts.',
    fields: ['added', 'name', 'removed', 'source'],
  },
};
