/**
 * Keeps secrets that the service must be able to read again: gateway credentials, webhook secrets, signing keys. Owns
 * the keys' derivation, the sealed form and the change from one encryption key to another. A sealed value says which
 * organization, table, column and row it belongs to.
 *
 * What it does not prevent: whoever writes the row can put back an older sealed value of the same row.
 */
export { VaultError } from './errors.ts';
export { loadOrCreateKeyFile, parseEncryptionKeys } from './keys.ts';
export { openTextOrNull } from './open-text.ts';
export { type Binding, createVault, type KeyedHash, type Vault } from './vault.ts';
