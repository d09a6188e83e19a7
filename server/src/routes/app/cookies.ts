/**
 * The two session cookies. `__Host-` makes browsers refuse them without Secure, with another path or with a domain.
 * HttpOnly keeps them from scripts. They are Lax and not Strict, because a person who follows a link from a chat or a
 * mail is still signed in there. Changes never use GET, and the origin rule protects them too.
 */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionTokens } from '../../sessions/index.ts';

const ACCESS_COOKIE = '__Host-svc_access';
const REFRESH_COOKIE = '__Host-svc_refresh';

const ATTRIBUTES: CookieSerializeOptions = { path: '/', httpOnly: true, secure: true, sameSite: 'lax' };

export function setSessionCookies(reply: FastifyReply, tokens: SessionTokens): void {
  reply.setCookie(ACCESS_COOKIE, tokens.access, { ...ATTRIBUTES, maxAge: tokens.accessSeconds });
  reply.setCookie(REFRESH_COOKIE, tokens.refresh, { ...ATTRIBUTES, maxAge: tokens.refreshSeconds });
}

export function clearSessionCookies(reply: FastifyReply): void {
  for (const name of [ACCESS_COOKIE, REFRESH_COOKIE]) reply.setCookie(name, '', { ...ATTRIBUTES, maxAge: 0 });
}

export function sessionCookies(request: FastifyRequest): { access: string | null; refresh: string | null } {
  const { [ACCESS_COOKIE]: access = null, [REFRESH_COOKIE]: refresh = null } = request.cookies;
  return { access, refresh };
}
