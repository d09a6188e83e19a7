// SPDX-License-Identifier: Apache-2.0
/** An operator's act on the database of the service. */
import { OperatorError } from '../../organization/operators/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { createCommandLogger } from '../../platform/logging/index.ts';
import { createPool } from '../../storage/connections/index.ts';
import { reachDatabase } from './reach-database.ts';

interface Output {
  write(text: string): unknown;
}

export type Pool = ReturnType<typeof createPool>;

const FAILED = 1;

/**
 * @param names where the database is named, and `stderr` where the reason goes that there is nothing to do
 * @returns the exit code @throws Error with a message for the operator
 */
export async function onDatabase(
  config: Config,
  { names, stderr }: { names: Output; stderr: Output },
  act: (pool: Pool) => Promise<void>,
): Promise<number> {
  const database = await reachDatabase(config, createCommandLogger(), names);
  const pool = createPool(database.address, 1);
  try {
    await act(pool);
    return 0;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    stderr.write(`${error.message}\n`);
    return FAILED;
  } finally {
    await pool.end();
    await database.stop();
  }
}
