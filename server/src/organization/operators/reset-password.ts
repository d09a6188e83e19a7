// SPDX-License-Identifier: Apache-2.0
/** Gives a person another password, which only the operator and the person then know. */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { updatePasswords } from '../../people/accounts/index.ts';
import { removeFactors } from '../../people/factors/index.ts';
import { endLinks } from '../../people/links/index.ts';
import { passwordSet } from '../../people/memberships/index.ts';
import { hashPassword } from '../../people/passwords/index.ts';
import { endSessionsOf } from '../../people/sessions/index.ts';
import { endSigningKeys } from '../../people/signing-keys/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { actOnPerson } from './acts.ts';

const SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Some 116 bits, without signs that look alike. */
const PASSWORD_CHARACTERS = 20;

/**
 * Every session of the person ends, and so does every link in the person's mailbox, which may be another's by now.
 * @param factors true also takes the codes, passkeys, recovery codes and known browsers away: the password is enough
 * @returns the new password, in clear: shown now or never
 * @throws OperatorError when no account has this address
 */
export async function resetPassword(
  pool: pg.Pool,
  email: string,
  { factors }: { factors: boolean },
): Promise<{ email: string; password: string }> {
  const password = Array.from({ length: PASSWORD_CHARACTERS }, () => SIGNS[randomInt(SIGNS.length)]).join('');
  const passwordHash = await hashPassword(password);
  return await actOnPerson(pool, email, async (transaction, person) => {
    await updatePasswords(transaction, [{ id: person.id, passwordHash }]);
    await endSessionsOf(transaction, [person.id]);
    await endLinks(transaction, person.id);
    if (factors) await removeFactors(transaction, person.id);
    const change = passwordSet(person.id, factors ? { factorsRemoved: true } : {});
    const changes = new Map<string, Change[]>();
    for (const { organizationId } of person.memberships) {
      const ended = factors ? await endSigningKeys(transaction, organizationId, person.id) : [];
      changes.set(organizationId, [change, ...ended]);
    }
    return { result: { email: person.email, password }, changes };
  });
}
