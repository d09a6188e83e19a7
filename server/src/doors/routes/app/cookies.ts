// SPDX-License-Identifier: Apache-2.0
/**
 * The two session cookies, and one that outlives sessions. `__Host-` makes browsers refuse them without Secure, with
 * another path or with a domain. HttpOnly keeps them from scripts. They are Lax and not Strict, because a person who
 * follows a link from a chat or a mail is still signed in there. Changes never use GET, and the origin rule protects
 * them too.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import { SSO_TRANSACTION_MINUTES } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionTokens, StartedTokens, VisitToken } from '../../../people/sessions/index.ts';

const ACCESS_COOKIE = '__Host-svc_access';
const REFRESH_COOKIE = '__Host-svc_refresh';
/** Opens nothing: it tells a browser that a person has used before from a new one. */
const DEVICE_COOKIE = '__Host-svc_device';
/** A sign-in under way at a directory: see `organization/sso`. */
const SSO_COOKIE = '__Host-svc_sso';
/** The ID token of a directory, which the sign-out gives back to it. No other route gets it. */
const DIRECTORY_COOKIE = '__Secure-svc_directory';
const DIRECTORY_PATH = '/auth/sso/logout';
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 86_400;

const ATTRIBUTES: CookieSerializeOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' };

export function setSessionCookies(reply: FastifyReply, tokens: SessionTokens): void {
  reply.setCookie(ACCESS_COOKIE, tokens.access, { ...ATTRIBUTES, maxAge: tokens.accessSeconds });
  reply.setCookie(REFRESH_COOKIE, tokens.refresh, { ...ATTRIBUTES, maxAge: tokens.refreshSeconds });
}

/** The cookies of a new session: its tokens, and the browser's own. */
export function setStartedCookies(reply: FastifyReply, tokens: StartedTokens): void {
  setSessionCookies(reply, tokens);
  reply.setCookie(DEVICE_COOKIE, tokens.device, { ...ATTRIBUTES, maxAge: DEVICE_SECONDS });
}

/** A visit is not renewed, and least of all into a session that the browser had before. */
export function setVisitCookie(reply: FastifyReply, { access, accessSeconds }: VisitToken): void {
  reply.setCookie(ACCESS_COOKIE, access, { ...ATTRIBUTES, maxAge: accessSeconds });
  reply.setCookie(REFRESH_COOKIE, '', { ...ATTRIBUTES, maxAge: 0 });
}

/** The browser comes back from the directory within some minutes. */
export function setSsoCookie(reply: FastifyReply, secret: string): void {
  reply.setCookie(SSO_COOKIE, secret, { ...ATTRIBUTES, maxAge: SSO_TRANSACTION_MINUTES * 60 });
}

/** The secret of the sign-in under way, which is over with this. */
export function takeSsoCookie(request: FastifyRequest, reply: FastifyReply): string | null {
  const secret = request.cookies[SSO_COOKIE] ?? null;
  if (secret !== null) reply.setCookie(SSO_COOKIE, '', { ...ATTRIBUTES, maxAge: 0 });
  return secret;
}

export function setDirectoryCookie(reply: FastifyReply, idToken: string, seconds: number): void {
  reply.setCookie(DIRECTORY_COOKIE, idToken, { ...ATTRIBUTES, path: DIRECTORY_PATH, maxAge: seconds });
}

export function takeDirectoryCookie(request: FastifyRequest, reply: FastifyReply): string | null {
  const idToken = request.cookies[DIRECTORY_COOKIE] ?? null;
  if (idToken !== null) setDirectoryCookie(reply, '', 0);
  return idToken;
}

/** Null for a browser without one. */
export function deviceCookie(request: FastifyRequest): string | null {
  return request.cookies[DEVICE_COOKIE] ?? null;
}

export function clearSessionCookies(reply: FastifyReply): void {
  for (const name of [ACCESS_COOKIE, REFRESH_COOKIE]) reply.setCookie(name, '', { ...ATTRIBUTES, maxAge: 0 });
}

export function sessionCookies(request: FastifyRequest): { access: string | null; refresh: string | null } {
  const { [ACCESS_COOKIE]: access = null, [REFRESH_COOKIE]: refresh = null } = request.cookies;
  return { access, refresh };
}
