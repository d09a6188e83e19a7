/** `.ci/run` calls it: what needs a superuser of PostgreSQL and the programs that come with its server. */
import { defineConfig } from 'vitest/config';

const WITHIN_MS = 120_000;

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['test/database/**/*.test.ts'],
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    testTimeout: WITHIN_MS,
    hookTimeout: WITHIN_MS,
  },
});
