/** The vault under the configured keys, or under one that is generated once and kept in the data folder. */
import type { Config } from '../config/index.ts';
import { createVault, loadOrCreateKeyFile, type Vault } from './index.ts';

export function openVault(config: Config): Vault {
  return createVault(config.encryptionKeys ?? loadOrCreateKeyFile(config.dataDir));
}
