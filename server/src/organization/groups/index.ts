// SPDX-License-Identifier: Apache-2.0
/**
 * Owns groups of members: their names, and who is in them. A change is made under the head's lock and returns its
 * entries, by whichever way it came. Refuses to know reviews, requests and directories.
 */
export { listGroups, makeGroup, removeGroup, updateGroup } from './as-admin.ts';
export { changeMembers, createGroup, deleteGroup, followClaims, renameGroup } from './changes.ts';
export { type GroupRow, selectGroupMembers, selectGroupsOf } from './rows.ts';
