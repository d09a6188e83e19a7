// SPDX-License-Identifier: Apache-2.0
/** The role of a user: by the values that the connection of the directory names, else by the role's own word. */
import { ROLES, type Role } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';
import { badRequest } from '../scim-protocol/index.ts';
import { rolesOfConnection } from '../sso/index.ts';

/**
 * A word alone makes no owner: the connection, which owners set, has to give that role.
 * @param given as the directory sends them; null or none for the usual role
 * @throws ScimFault 400 `invalidValue` where none of them is a role
 */
export async function roleOfValues(
  transaction: Transaction,
  organizationId: string,
  given: readonly string[] | null,
): Promise<Role> {
  const connection = await rolesOfConnection(transaction, organizationId);
  if (given === null || given.length === 0) return connection?.defaultRole ?? 'MEMBER';
  const named = (connection?.roles ?? []).filter(({ value }) => given.includes(value)).map(({ role }) => role);
  const words = given.map((value) => value.toUpperCase());
  const found = [...named, ...PLAIN_ROLES.filter((role) => words.includes(role))];
  const highest = ROLES.find((role) => found.includes(role));
  if (highest !== undefined) return highest;
  throw badRequest(
    'invalidValue',
    'No value of roles is a role here: send ADMIN, MEMBER, or a value that the connection gives a role.',
  );
}

const PLAIN_ROLES: readonly Role[] = ['ADMIN', 'MEMBER'];
