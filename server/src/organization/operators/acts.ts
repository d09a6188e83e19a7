// SPDX-License-Identifier: Apache-2.0
/** An act on one person: found by e-mail, with the heads of the person's organizations locked. */
import type { Role } from '@svc/contract';
import type pg from 'pg';
import { emailKeyOf, selectSignInAccount } from '../../people/accounts/index.ts';
import { membershipsOf, selectRole } from '../../people/memberships/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type Change, type ChangeOrigin, entriesOf, lockHeads } from '../../storage/heads/index.ts';

/** An act that cannot be done. The message is a sentence for the operator. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export function originAt(nowMs: number): ChangeOrigin {
  return { actor: { type: 'system', id: 'operator' }, nowMs, source: 'command-line', keyPrefix: null };
}

export interface ActPerson {
  id: string;
  /** As the person writes it. */
  email: string;
  /** Under the locks of the organizations' heads. */
  memberships: { organizationId: string; name: string; role: Role }[];
}

interface Acted<Result> {
  result: Result;
  /** The audit entries of each of these organizations. */
  changes: ReadonlyMap<string, readonly Change[]>;
}

/** @throws OperatorError when no account has this address */
export async function actOnPerson<Result>(
  pool: pg.Pool,
  email: string,
  act: (transaction: Transaction, person: ActPerson) => Promise<Acted<Result>>,
): Promise<Result> {
  const account = await inTransaction(pool, [], (transaction) => selectSignInAccount(transaction, emailKeyOf(email)));
  if (account === null) throw new OperatorError(`No account has the address ${email}. See: svc-server user list`);
  const organizations = await membershipsOf(pool, account.id);
  const ids = organizations.map(({ id }) => id);
  return await inTransaction(pool, ids, async (transaction) => {
    const heads = await lockHeads(transaction, ids);
    const memberships: ActPerson['memberships'] = [];
    for (const { id: organizationId, name } of organizations) {
      const role = await selectRole(transaction, organizationId, account.id);
      if (role !== null) memberships.push({ organizationId, name, role });
    }
    const { result, changes } = await act(transaction, { id: account.id, email: account.email, memberships });
    const origin = originAt(transaction.clock.nowMs());
    for (const head of heads) {
      const made = changes.get(head.organizationId) ?? [];
      await appendEntries(transaction, head, entriesOf(head.organizationId, made, origin));
    }
    return result;
  });
}

/** The same entry in every organization of the person. */
export function inEach({ memberships }: ActPerson, change: Change): ReadonlyMap<string, readonly Change[]> {
  return new Map(memberships.map(({ organizationId }) => [organizationId, [change]]));
}
