// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:failover`: the database of two processes fails over, under Patroni on this machine. FAILOVER_ROUNDS=30
 * makes thirty rounds over all faults, and FAILOVER_FAULTS=switchover-lazy,read-only takes these alone. Each round
 * prints one row of its books.
 */
import { defineConfig } from 'vitest/config';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';

// Programs of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['test/failover/*.test.ts'],
    ...THOROUGH_WITHIN,
    fileParallelism: false,
  },
});
