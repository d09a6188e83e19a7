import { defineConfig } from 'vitest/config';

const TEST_TIMEOUT_MS = 20_000;
const HOOK_TIMEOUT_MS = 60_000;

export default defineConfig({
  // Tests run the sources of the workspaces, not what was built of them. The condition is named so that nobody else's
  // package has it: some publish one that is called `source` and leads to TypeScript.
  ssr: { resolve: { conditions: ['svc-source', 'node'] } },
  test: {
    include: ['{contract,core,documents,sdk,cli,server}/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: HOOK_TIMEOUT_MS,
    // Two cores, and each file of the service's tests runs a service of its own.
    maxWorkers: 2,
  },
});
