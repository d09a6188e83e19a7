// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:thorough`: guarantees that a run of all tests shows by a part of their cases, by all of them.
 * `#harness/amount` says what a part is, and these files ask it. It also makes one round of every attack.
 */
import { defineConfig } from 'vitest/config';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { StageReport } from './test/run/stage-report.ts';
import { Starts } from './test/run/starts.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { filesOfThorough } from './test/run/thorough-files.ts';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';
import { WORKERS } from './test/run/workers.ts';

// Workers, services and browsers of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    ...THOROUGH_WITHIN,
    include: filesOfThorough(),
    env: { SVC_TEST_THOROUGH: '1' },
    globalSetup: [
      'test/harness/postgres/global-setup.ts',
      'test/beside/global-setup.ts',
      'test/beside/frameworks-setup.ts',
    ],
    setupFiles: ['test/harness/service/names-of-file.ts', 'test/e2e/pages-of-failures.ts'],
    isolate: false,
    maxWorkers: WORKERS,
    reporters: [new SlowestFiles(), new Starts(), new StageReport(), 'default'],
  },
});
