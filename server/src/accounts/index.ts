/**
 * Owns people: their accounts, password hashing, and their memberships in organizations. It refuses to know sessions
 * and requests.
 */
export {
  type AccountDraft,
  accountIdsByEmail,
  emailKeyOf,
  insertAccounts,
  type SignInAccount,
  selectSignInAccount,
} from './accounts.ts';
export {
  insertMemberships,
  type Membership,
  membershipsOf,
  selectMemberships,
  selectRole,
  updateRoles,
} from './memberships.ts';
export { createPasswordCheck, hashPassword, type PasswordCheck } from './passwords.ts';
