// SPDX-License-Identifier: Apache-2.0
/** Signing keys end with their passkeys, in each organization of an account. */
import { endSigningKeysWithoutPasskey } from '../../people/signing-keys/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { queryAcross, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead, entriesOf } from '../../storage/heads/index.ts';

/** @throws ApiError 409 unless these are the heads of all organizations of the account */
export async function checkHeads(
  transaction: Transaction,
  heads: readonly ChainedHead[],
  accountId: string,
): Promise<void> {
  const tables = ['membership_directory'];
  const organizations = await queryAcross<{ id: string }>(transaction, tables, SELECT_ORGANIZATIONS, [accountId]);
  const known = new Set(heads.map(({ organizationId }) => organizationId));
  if (!organizations.every(({ id }) => known.has(id))) {
    throw new ApiError('conflict', { message: 'Your organizations changed at the same moment; try again.' });
  }
}

const SELECT_ORGANIZATIONS = `SELECT organization_id AS id FROM svc.membership_directory WHERE account_id = $1`;

/**
 * For passkeys that this transaction has deleted.
 * @param heads locked, of every organization of the account; the transaction sees them
 * @throws ApiError 409 when the person joined another organization at the same moment
 */
export async function endTheirSigning(
  transaction: Transaction,
  heads: readonly ChainedHead[],
  accountId: string,
): Promise<void> {
  await checkHeads(transaction, heads, accountId);
  const nowMs = transaction.clock.nowMs();
  for (const head of heads) {
    const { organizationId } = head;
    const changes = await endSigningKeysWithoutPasskey(transaction, organizationId, accountId);
    const origin = { actor: { type: 'user', id: accountId }, nowMs, source: 'app', keyPrefix: null } as const;
    await appendEntries(transaction, head, entriesOf(organizationId, changes, origin));
  }
}
