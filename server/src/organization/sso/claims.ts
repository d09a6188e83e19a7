// SPDX-License-Identifier: Apache-2.0
/** The claims of a directory about a person, as far as we read them. */
import type { Role, SsoConnectionChange } from '@svc/contract';
import { NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import { isMailAddress } from '../../platform/addresses/index.ts';
import { lineFault } from '../../registry/names/index.ts';
import { GROUPS_MAX } from './limits.ts';

type Claims = Readonly<Record<string, unknown>>;

/**
 * The values of a claim: a text, or texts of a list.
 * @param claim its name, or a path with dots such as `realm_access.roles`; a name that has dots itself goes first
 */
export function groupsFromClaims(claims: Claims, claim: string | null): string[] {
  if (claim === null) return [];
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'));
  const values = Array.isArray(value) ? value.slice(0, GROUPS_MAX) : [value];
  return values.filter((one) => typeof one === 'string');
}

function valueAt(claims: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return claims;
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, name)) return undefined;
  return valueAt((claims as Claims)[name], rest);
}

const HIGHEST_FIRST: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER'];

/** The highest role of the groups; null for a person who has none. */
export function roleOf(
  groups: readonly string[],
  { roles, defaultRole }: Pick<SsoConnectionChange, 'roles' | 'defaultRole'>,
): Role | null {
  const matching = roles.filter(({ value }) => groups.includes(value)).map(({ role }) => role);
  return HIGHEST_FIRST.find((role) => matching.includes(role)) ?? defaultRole;
}

export interface ClaimedAddress {
  email: string;
  /** The directory says that it did not see the person read the mail of this address. */
  isDenied: boolean;
}

/** Null without an address of our form. */
export function addressOf({ email, email_verified: verified }: Claims): ClaimedAddress | null {
  if (typeof email !== 'string' || !isMailAddress(email)) return null;
  return { email, isDenied: verified === false || verified === 'false' };
}

/** A name that people may read; the part of the address before its domain, where there is none. */
export function nameOf({ name }: Claims, email: string): string {
  const given = typeof name === 'string' ? [...name.trim()].slice(0, NAME_CHARACTERS_MAX).join('').trim() : '';
  return given !== '' && lineFault(given) === null ? given : email.slice(0, email.lastIndexOf('@'));
}
