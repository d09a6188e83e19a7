// SPDX-License-Identifier: Apache-2.0
/**
 * Owns people: their accounts, passwords, one-time links and activity, and their memberships in organizations. It
 * refuses to know sessions and requests.
 */

export {
  markVerified,
  type Profile,
  replaceEmail,
  replacePassword,
  selectProfile,
  updateProfile,
} from './account-changes.ts';
export {
  type AccountDraft,
  accountIdsByEmail,
  deleteAccountRows,
  emailKeyOf,
  holdAccount,
  insertAccounts,
  isWithoutAccounts,
  lockEmail,
  lockFirstAccount,
  type SignInAccount,
  selectAccountById,
  selectSignInAccount,
  unknownAccountId,
  updatePasswords,
} from './accounts.ts';
export {
  deleteOldActivity,
  listActivity,
  noteActivity,
  noteFailedSignIn,
  selectActivity,
} from './activity.ts';
export {
  actAsAdmin,
  type Changer,
  changeAs,
  changeAsAdmin,
  changeAsOwner,
  changePolicySet,
} from './change-as-admin.ts';
export { type Client, clientNames, languageOf } from './clients.ts';
export { digestOfToken, newLinkSecret } from './link-secrets.ts';
export {
  deleteExpiredLinks,
  endLinks,
  makeFirstOwnerLink,
  makeLink,
  readLink,
  useFirstOwnerLink,
  useLink,
} from './links.ts';
export {
  deleteMembership,
  insertMemberships,
  lockMembershipCount,
  type MemberAccount,
  type Membership,
  membershipsOf,
  selectMemberAccounts,
  selectMemberships,
  selectRole,
  updateRoles,
} from './memberships.ts';
export { checkNewPassword } from './new-password.ts';
export { endInvitationsOf, GIVEN_ROLES } from './open-invitations.ts';
export { createPasswords, hashPassword, isPasswordOf, type Passwords } from './passwords.ts';
export { membershipChanges, passwordSet, planMemberships } from './plan-memberships.ts';
export { claimAccount, proveAddress, selectAccountState } from './proven-address.ts';
