// SPDX-License-Identifier: Apache-2.0
/**
 * Owns sessions: sign-in, the two tokens of a session, their rotation, and sign-out. It refuses to know cookies,
 * requests and the rights of a person. Tokens are opaque and looked up on every request. Ended sessions, removed
 * members and changed roles therefore count from the very next request on.
 */

export { checkPassword, type PasswordDeps } from './check-password.ts';
export * as directorySessions from './directory-sessions.ts';
export { type Person, readPerson } from './read-person.ts';
export { reauthenticate } from './reauthenticate.ts';
export { refreshSession } from './refresh.ts';
export { endOtherSessions, endSession, endSessions, listSessions } from './session-list.ts';
export {
  endSessionsOf,
  endSomeSessions,
  leaveSessions,
  switchSession,
} from './session-rows.ts';
export { type SignInDeps, signIn } from './sign-in.ts';
export { signInByPasskey } from './sign-in-by-passkey.ts';
export { signOut } from './sign-out.ts';
export { addSession, draftSession, type MakeOrganization, type Started, type StartedTokens } from './start-session.ts';
export { startVisit, type VisitToken } from './start-visit.ts';
export { stillSignedIn } from './still-signed-in.ts';
export type { SessionTokens } from './tokens.ts';
