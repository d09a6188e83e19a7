/**
 * Owns people: their accounts, how a password is hashed, and which organizations they are members of. It refuses to
 * know sessions and requests.
 */
export { type AccountDraft, accountIdsByEmail, emailKeyOf, insertAccounts } from './accounts.ts';
export { insertMemberships, type Membership, selectMemberships, updateRoles } from './memberships.ts';
export { hashPassword, PASSWORD_CHARACTERS_MAX, PASSWORD_CHARACTERS_MIN } from './passwords.ts';
