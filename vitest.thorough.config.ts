/**
 * `npm run test:thorough`: guarantees that a run of all tests shows by a part of their cases, by all of them.
 * `#harness/amount` says what a part is, and these files ask it. It also makes one round of every attack.
 */
import { defineConfig } from 'vitest/config';
import { SecondTries } from './test/run/second-tries.ts';
import { Starts } from './test/run/starts.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { WORKERS } from './test/run/workers.ts';

const WITHIN_MS = 600_000;

// Workers, services and browsers of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: [
      'test/chaos/*.test.ts',
      'core/src/policy/work.test.ts',
      'test/analysis/{engine-agrees,exhaustive,worst-cases}.test.ts',
      'test/audit/*.test.ts',
      'test/spec/hostile-input.test.ts',
      'server/src/gateways/http/redact.test.ts',
      'server/src/reviews/race.test.ts',
      'test/e2e/{every-page/*,gallery}.test.ts',
    ],
    env: { SVC_TEST_THOROUGH: '1' },
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    setupFiles: ['test/e2e/pages-of-failures.ts'],
    isolate: false,
    // As in a run of all tests.
    retry: 1,
    maxWorkers: WORKERS,
    reporters: [new SecondTries(), new Starts(), 'default'],
    testTimeout: WITHIN_MS,
    hookTimeout: WITHIN_MS,
  },
});
