// SPDX-License-Identifier: Apache-2.0
/**
 * Owns signing keys: passkeys that their people let sign approvals in one organization, each with its entries. It
 * refuses to know what is signed.
 */
export { endSigningKeys, endSigningKeysWithoutPasskey, selectSigningKeys } from './rows.ts';
export { addSigningKey, listSigningKeys, removeSigningKey } from './signing-keys.ts';
