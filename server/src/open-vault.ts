/** The vault under the configured keys, or under one that is made once and kept in the data folder. */
import type { Config } from './config/index.ts';
import { createVault, loadOrCreateKeyFile, parseEncryptionKeys, type Vault } from './vault/index.ts';

export function openVault(config: Config): Vault {
  if (config.encryptionKeys !== null) return createVault(parseEncryptionKeys(config.encryptionKeys));
  return createVault(loadOrCreateKeyFile(config.dataDir));
}
