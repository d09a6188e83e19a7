/**
 * Owns who is signed in: sign-in, the two tokens of a session, their rotation, and sign-out. Refuses to know
 * cookies, requests and what a signed-in person may do.
 *
 * Tokens are opaque and are looked up on every request, so that a session that has ended, a removed member and a
 * changed role count from the very next request on.
 */
export { type Person, readPerson } from './read-person.ts';
export { refreshSession } from './refresh.ts';
export { deleteExpiredSessions } from './session-rows.ts';
export { type SignInDeps, signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
export type { SessionTokens } from './tokens.ts';
