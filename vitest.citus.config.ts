// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:citus`: the tests of the server on a Citus cluster, each database spread over it. SVC_TEST_CITUS_URL
 * names its coordinator and a role that makes databases on all its servers. No cluster comes with the repository.
 */
import { defineConfig } from 'vitest/config';
import { PLAIN_ONLY } from './test/citus/plain-only.ts';
import { filesWithDatabase } from './test/run/database-files.ts';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';
import { WORKERS } from './test/run/workers.ts';
import { readImportGraph } from './test/tidy/import-graph.ts';

// Workers and services of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    ...THOROUGH_WITHIN,
    include: ['test/citus/*.test.ts', ...filesWithDatabase(readImportGraph())],
    exclude: Object.keys(PLAIN_ONLY),
    globalSetup: ['test/citus/need-cluster.ts', 'test/harness/postgres/global-setup.ts'],
    setupFiles: ['test/harness/service/names-of-file.ts'],
    isolate: false,
    maxWorkers: WORKERS,
    reporters: [new SlowestFiles(), 'default'],
  },
});
