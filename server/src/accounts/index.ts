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
export { actAsAdmin, type Changer, changeAsAdmin } from './change-as-admin.ts';
export { insertMemberships, membershipsOf, selectMemberships, selectRole, updateRoles } from './memberships.ts';
export { createPasswordCheck, hashPassword, type PasswordCheck } from './passwords.ts';
export { membershipChanges, planMemberships } from './plan-memberships.ts';
