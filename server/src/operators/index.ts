/**
 * Owns what an operator of the deployment does about people, past any role: another password, removal, the end of
 * sessions, and the list. Each act stands in the audit of the organizations that it touches. It refuses to know
 * terminals and where the database is.
 */
export { OperatorError } from './acts.ts';
export { endAllSessions, endSessions } from './end-sessions.ts';
export { type ListedPerson, listPeople } from './list-people.ts';
export { removePerson } from './remove-person.ts';
export { resetPassword } from './reset-password.ts';
