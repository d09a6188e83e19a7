// SPDX-License-Identifier: Apache-2.0
/**
 * Owns people: their accounts, profiles and addresses, and the first proof of an address. It refuses to know sessions
 * and requests.
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
export { claimAccount, proveAddress, selectAccountState } from './proven-address.ts';
