/** `npm run chaos`: the tests of test/chaos with many rounds. CHAOS_SEED repeats the attack of an earlier run. */
import { defineConfig } from 'vitest/config';

const ROUNDS = '50';
const TEST_TIMEOUT_MS = 20_000;
const HOOK_TIMEOUT_MS = 60_000;

export default defineConfig({
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['test/chaos/**/*.test.ts'],
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    env: { CHAOS_ROUNDS: process.env.CHAOS_ROUNDS ?? ROUNDS },
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: HOOK_TIMEOUT_MS,
    // One attack at a time, so that the load of one does not hide the moments of another.
    fileParallelism: false,
  },
});
