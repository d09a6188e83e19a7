// SPDX-License-Identifier: Apache-2.0
/** Applies the file of SVC_PROVISION_FILE when the service starts. */
import type { Config } from '../../../platform/config/index.ts';
import type { Logger } from '../../../platform/logging/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import type { DatabaseAddress } from '../../../storage/connections/index.ts';
import { type FileToProvision, provisionDatabase, readProvisioning } from './provision-file.ts';

/** @throws ProvisioningError with a line for each fault of the file; Error that names the variable */
export async function provisionAtStart(
  address: DatabaseAddress,
  vault: Vault,
  { provisionFile: file, dataDir, egressAllow }: Config,
  logger: Logger,
): Promise<void> {
  if (file === null) return;
  const toProvision: FileToProvision = {
    file,
    variable: 'SVC_PROVISION_FILE',
    dataDir,
    egressAllow,
    logger,
    terminal: process.stderr,
  };
  await provisionDatabase(address, vault, await readProvisioning(toProvision), toProvision);
}
