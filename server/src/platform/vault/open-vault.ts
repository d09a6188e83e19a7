// SPDX-License-Identifier: Apache-2.0
/** The vault under the configured keys, or under one that is generated once and kept in the data folder. */
import { hasKeyFile, loadOrCreateKeyFile } from './keys.ts';
import { createVault, type Vault } from './vault.ts';

/** @param encryptionKeys null where none is configured */
export function openVault(at: { encryptionKeys: Buffer[] | null; dataDir: string }): Vault {
  return createVault(at.encryptionKeys ?? loadOrCreateKeyFile(at.dataDir));
}

/** False when opening the vault would generate a key. */
export function hasKey(at: { encryptionKeys: Buffer[] | null; dataDir: string }): boolean {
  return at.encryptionKeys !== null || hasKeyFile(at.dataDir);
}
