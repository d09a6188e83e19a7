/**
 * Owns sessions: sign-in, the two tokens of a session, their rotation, and sign-out. It refuses to know cookies,
 * requests and the rights of a person. Tokens are opaque and looked up on every request. Ended sessions, removed
 * members and changed roles therefore count from the very next request on.
 */
export { type Person, readPerson } from './read-person.ts';
export { refreshSession } from './refresh.ts';
export { deleteExpiredSessions } from './session-rows.ts';
export { type SignInDeps, signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
export type { SessionTokens } from './tokens.ts';
