/** What a row of the table of app operations says, and the roles that its rows name. */
import type { TSchema } from 'typebox';
import type { HttpMethod, Role } from '../enums.ts';

export interface AppOperation {
  method: HttpMethod;
  /** With parameters as `{eventId}`. */
  path: string;
  /** Who may call it: each role by itself, or `anybody`, who need not be signed in. */
  who: 'anybody' | Readonly<Record<Role, boolean>>;
  query: TSchema | null;
  body: TSchema | null;
  /** Without a body's schema at 200 it is a file. */
  success: { status: 200; body: TSchema | null } | { status: 201; body: TSchema } | { status: 204; body: null };
}

export const EVERY_MEMBER = { OWNER: true, ADMIN: true, MEMBER: true } as const;
export const OWNERS_AND_ADMINS = { OWNER: true, ADMIN: true, MEMBER: false } as const;
