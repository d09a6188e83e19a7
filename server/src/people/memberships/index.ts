// SPDX-License-Identifier: Apache-2.0
/**
 * Owns who belongs to an organization with which role, and changes that only owners and admins make. It refuses to know
 * what is changed.
 */
export {
  actAsAdmin,
  type Changer,
  changeAs,
  changeAsAdmin,
  changeAsOwner,
  changePolicySet,
} from './change-as-admin.ts';
export {
  deleteMembership,
  type Entrant,
  enterable,
  insertMemberships,
  lockMembershipCount,
  type MemberAccount,
  type Membership,
  membershipsOf,
  selectAuthorities,
  selectAuthority,
  selectMemberAccounts,
  selectMemberships,
  selectRole,
  updateRoles,
} from './memberships.ts';
export { endInvitationsOf, GIVEN_ROLES } from './open-invitations.ts';
export { membershipChanges, passwordSet, planMemberships } from './plan-memberships.ts';
