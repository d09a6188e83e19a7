// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:database`: the tests that speak SQL, which CI runs on PostgreSQL 15 and the Node that is recommended.
 * One of them needs a superuser of PostgreSQL and the programs that come with its server: `.ci/run` has both.
 */
import { defineConfig } from 'vitest/config';
import { filesThatSpeakSql } from './test/run/database-files.ts';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { StageReport } from './test/run/stage-report.ts';
import { Starts } from './test/run/starts.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { WITHIN } from './test/run/time-outs.ts';
import { WORKERS } from './test/run/workers.ts';
import { readImportGraph } from './test/tidy/import-graph.ts';

// Workers and services of the run inherit it.
process.env.TMPDIR = temporaryFolder();

const include = filesThatSpeakSql(readImportGraph());
process.stdout.write(`> ${include.length} test files speak SQL\n`);

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    ...WITHIN,
    include,
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    setupFiles: ['test/harness/service/names-of-file.ts', 'test/harness/statements/setup.ts'],
    isolate: false,
    maxWorkers: WORKERS,
    reporters: [new SlowestFiles(), new Starts(), new StageReport(), 'default'],
  },
});
