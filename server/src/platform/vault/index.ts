// SPDX-License-Identifier: Apache-2.0
/**
 * Owns secrets that the service must be able to read again: the derivation of keys and the sealed form. Refuses to know
 * what a secret opens: a sealed value is bound to its organization, table, column and row. It does not prevent one
 * attack: a writer of the row can restore an older sealed value of the same row.
 */
export { linkBinding, totpBinding } from './account-bindings.ts';
export { VaultError } from './errors.ts';
export { loadOrCreateKeyFile, parseEncryptionKeys } from './keys.ts';
export { openTextOrNull } from './open-text.ts';
export { hasKey, openVault } from './open-vault.ts';
export { signInSecrets } from './sign-in-secrets.ts';
export { oauthKeyBinding, SIGNING_KEY_BINDING } from './signing-key-binding.ts';
export { type Binding, createVault, type KeyedHash, type Vault } from './vault.ts';
