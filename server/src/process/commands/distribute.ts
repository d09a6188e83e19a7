// SPDX-License-Identifier: Apache-2.0
/** `svc-server distribute`: spreads the tables of organizations over the servers of a Citus cluster. */
import type { Config } from '../../platform/config/index.ts';
import { createCommandLogger } from '../../platform/logging/index.ts';
import { connectOwner } from '../../storage/connections/index.ts';
import { loadDistribution } from '../../storage/schema/index.ts';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage:
  svc-server distribute [--dry-run]
    --dry-run  show the statements and run none
`;

const FAILED = 1;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code @throws Error with a message for the operator */
export async function distribute(
  operands: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const [option] = operands;
  if (operands.length > 1 || (option !== undefined && option !== '--dry-run')) {
    stderr.write(USAGE);
    return FAILED;
  }
  const database = await reachDatabase(readConfig(), createCommandLogger(), stderr);
  try {
    const { distributeDatabase, planDistribution } = await loadDistribution();
    if (option === undefined) {
      const statements = await distributeDatabase(database.address);
      stdout.write(statements === 0 ? 'Everything is spread already.\n' : `Done: ${statements} statements.\n`);
      return 0;
    }
    const client = await connectOwner(database.address);
    try {
      const statements = await planDistribution(client);
      stdout.write(statements.map((statement) => `${statement};\n`).join('') || 'Everything is spread already.\n');
    } finally {
      await client.end();
    }
    return 0;
  } finally {
    await database.stop();
  }
}
