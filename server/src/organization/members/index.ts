// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the members of an organization as people change them: invitations, roles, removal and leaving, and that an owner
 * remains. Refuses to know requests and cookies.
 */

export { acceptInvitation, openInvitation } from './accept.ts';
export { changeRole } from './change-role.ts';
export { followRole, takeOut } from './directory-membership.ts';
export { endMembership } from './end-membership.ts';
export { deleteOldInvitations } from './invitation-rows.ts';
export { invite, inviteAgain, listInvitations, revokeInvitation } from './invite.ts';
export { listMembers } from './list-members.ts';
export { readMadeByMember } from './made-by-member.ts';
export { createOwnOrganization, switchOrganization } from './own-organizations.ts';
export { removeMember } from './remove-member.ts';
