// SPDX-License-Identifier: Apache-2.0
/**
 * Owns what an operator of the deployment does past any role. About people: another password, removal, the end of
 * sessions, and the list. About organizations: their plan, their adoption by a provisioning file, the end of their API
 * keys, and the lists. Each act stands in the audit of the organizations that it touches. It refuses to know terminals
 * and where the database is.
 */
export { OperatorError, originAt } from './acts.ts';
export { endAllSessions, endSessions, noteAllSessionsEnded } from './end-sessions.ts';
export { listKeys, revokeKeys } from './keys.ts';
export { type ListedPerson, listPeople } from './list-people.ts';
export {
  adoptOrganization,
  findOrganization,
  type ListedOrganization,
  listOrganizations,
  setPlan,
} from './organizations.ts';
export { removePerson } from './remove-person.ts';
export { resetPassword } from './reset-password.ts';
