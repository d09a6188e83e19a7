// SPDX-License-Identifier: Apache-2.0
/** A person lets a passkey sign approvals in one organization, sees which do, and ends that. */
import { fieldFault, ROLES, type SigningKey, type SigningKeyList } from '@svc/contract';
import type pg from 'pg';
import { ApiError, invalid } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, uuidv7 } from '../../storage/db/index.ts';
import { holdPasskey, publicKeyOf } from '../factors/index.ts';
import { type Changer, changeAs } from '../memberships/index.ts';
import { deleteSigningKey, insertSigningKey, type SigningKeyRow, selectSigningKeys, signingKeyChange } from './rows.ts';

/** @throws ApiError 400 for no passkey of the person, 409 for one that signs there already */
export async function addSigningKey(pool: pg.Pool, changer: Changer, passkeyId: string): Promise<SigningKey> {
  const { accountId, organizationId } = changer;
  return await changeAs(pool, changer, ROLES, async (transaction, { nowMs }) => {
    const passkey = await holdPasskey(transaction, accountId, passkeyId);
    const key = passkey === null ? null : publicKeyOf(passkey.publicKey);
    if (passkey === null || key === null) throw invalid('passkeyId', fieldFault('NO_SUCH_RECORD', { noun: 'passkey' }));
    const { thumbprint } = key;
    const id = uuidv7(nowMs);
    if (!(await insertSigningKey(transaction, { organizationId, id, accountId, passkeyId, thumbprint, atMs: nowMs }))) {
      throw new ApiError('conflict', { message: 'This passkey signs here already.' });
    }
    const { name } = passkey;
    const result = { id, passkeyId, name, keyThumbprint: thumbprint, createdAt: new Date(nowMs).toISOString() };
    return { result, changes: [signingKeyChange('added', accountId, thumbprint)] };
  });
}

/** @throws ApiError 404 without such a key */
export async function removeSigningKey(pool: pg.Pool, changer: Changer, id: string): Promise<void> {
  const { accountId, organizationId } = changer;
  await changeAs(pool, changer, ROLES, async (transaction) => {
    const changes = await deleteSigningKey(transaction, organizationId, accountId, id);
    if (changes.length === 0) throw new ApiError('not_found', { message: 'You have no such signing key.' });
    return { result: undefined, changes };
  });
}

/** The oldest first. */
export async function listSigningKeys(
  pool: pg.Pool,
  { accountId, organizationId }: Changer,
  page: Page,
): Promise<SigningKeyList> {
  const rows = await inTransaction(pool, [organizationId], (transaction) =>
    selectSigningKeys(transaction, organizationId, accountId),
  );
  const { after, limit } = page;
  const shown = rows.filter(({ id }) => after === null || id > after).slice(0, limit + 1);
  return pageAnswer(shown, page, ({ id }) => id, toSigningKey);
}

function toSigningKey({ id, passkey_id, name, key_thumbprint, created_at }: SigningKeyRow): SigningKey {
  return { id, passkeyId: passkey_id, name, keyThumbprint: key_thumbprint, createdAt: created_at.toISOString() };
}
