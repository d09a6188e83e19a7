// SPDX-License-Identifier: Apache-2.0
/** `svc-server encryption-key rotate`: the last step of a rotation, which waits for every process. */

import { countProcessesWithout } from '../../../decisions/gateways/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger } from '../../../platform/logging/index.ts';
import { createPool } from '../../../storage/connections/index.ts';
import { loadRewrap } from '../../../storage/sealed/index.ts';
import { openServiceVault, reachDatabase } from '../reach-database.ts';

const FAILED = 1;

interface Output {
  write(text: string): unknown;
}

/**
 * Refuses while a process seals by another key: the secrets that it writes would be lost with that key.
 * @returns the exit code @throws Error with a sentence for the operator
 */
export async function rotateKey(config: Config, stdout: Output): Promise<number> {
  const database = await reachDatabase(config, createCommandLogger(), stdout);
  const pool = createPool(database.address, 1);
  try {
    const vault = await openServiceVault(config, database);
    const [firstId = ''] = vault.keyIds;
    const lacking = await countProcessesWithout(pool, firstId, 'has');
    const sealing = await countProcessesWithout(pool, firstId, 'seals');
    if (sealing > 0) {
      stdout.write(`Nothing was changed. ${refusal(firstId, lacking, sealing)}\n`);
      return FAILED;
    }
    const { rewrapSecrets } = await loadRewrap();
    const { rewrapped, unreadable } = await rewrapSecrets(pool, vault);
    stdout.write(`Brought under the key ${firstId}: ${rewrapped} secrets.\n`);
    if (unreadable === 0) {
      stdout.write(
        'None needs another key. Keep the earlier one for 24 more hours, then remove it from every process.\n',
      );
      return 0;
    }
    stdout.write(`${unreadable} secrets need a key that this command does not have: keep every earlier key.\n`);
    return FAILED;
  } finally {
    await pool.end();
    await database.stop();
  }
}

function refusal(firstId: string, lacking: number, sealing: number): string {
  if (lacking > 0) {
    const rounds = 'first start each with OLD,NEW, then each with NEW,OLD.';
    return `${lacking} running processes do not have the key ${firstId}: ${rounds}`;
  }
  return `${sealing} running processes have the key ${firstId} and encrypt under another one: start each with NEW,OLD.`;
}
