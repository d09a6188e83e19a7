// SPDX-License-Identifier: Apache-2.0
/** The row type of the table of app operations, and the roles that its rows name. */
import type { TSchema } from 'typebox';
import type { HttpMethod, Role } from '../enums.ts';

export interface AppOperation {
  method: HttpMethod;
  /** Parameters are written as `{eventId}`. */
  path: string;
  /** The allowed callers: each role by itself, or `anybody`, who need not be signed in. */
  who: 'anybody' | Readonly<Record<Role, boolean>>;
  /** The session's last sign-in or reauthentication must be recent; otherwise 401 `reauthentication_required`. */
  recentSignIn?: true;
  /** Open to a person who still has to set up the second factor that the organization asks for. */
  beforeMfa?: true;
  /** It asks and changes nothing, although its method is POST: it is counted apart from changes. */
  onlyAsks?: true;
  /** It tells of the account itself, which all visitors of the demo share: they do not see each other's. */
  ofAccount?: true;
  /** It reaches beyond the organization: a session that came by its directory may not. */
  notByDirectory?: true;
  /** It makes a call to another system, counted for the organization instead; HEAD does not make it. */
  asksUpstream?: true;
  /** It does more than read, although its method is GET: an entry, a count. Only our own pages may ask for it. */
  hasEffect?: true;
  query: TSchema | null;
  body: TSchema | null;
  /** An answer without a body's schema at 200 is a file. */
  success: { status: 200; body: TSchema | null } | { status: 201; body: TSchema } | { status: 204; body: null };
}

/** A visitor of the demo looks, and asks; whatever changes something, or calls elsewhere, is refused. */
export function isOpenInDemo({ method, onlyAsks, asksUpstream, ofAccount }: AppOperation): boolean {
  return (method === 'GET' || onlyAsks === true) && asksUpstream !== true && ofAccount !== true;
}

/** A cookie travels with calls of any page: these are for our own pages alone. */
export function isForOwnPages({ method, hasEffect, asksUpstream }: AppOperation): boolean {
  return method !== 'GET' || hasEffect === true || asksUpstream === true;
}

export const EVERY_MEMBER = { OWNER: true, ADMIN: true, MEMBER: true } as const;
export const OWNERS_AND_ADMINS = { OWNER: true, ADMIN: true, MEMBER: false } as const;
