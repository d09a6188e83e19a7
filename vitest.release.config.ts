// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run test:release`: a release as an operator gets it. It is made, checked, installed and run: the archive, the
 * image, the chart, and what watches the service. Programs come from Debian, Go and PyPI, and are kept in the cache.
 */
import { defineConfig } from 'vitest/config';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { StageReport } from './test/run/stage-report.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { THOROUGH_WITHIN } from './test/run/time-outs.ts';

// Programs of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    ...THOROUGH_WITHIN,
    include: ['test/release/*.test.ts'],
    globalSetup: ['test/harness/postgres/global-setup.ts', 'test/beside/global-setup.ts', 'test/release/setup.ts'],
    isolate: false,
    maxWorkers: 2,
    reporters: [new SlowestFiles(), new StageReport(), 'default'],
  },
});
