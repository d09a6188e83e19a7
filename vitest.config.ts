import { defineConfig } from 'vitest/config';

const TEST_TIMEOUT_MS = 20_000;
const HOOK_TIMEOUT_MS = 60_000;

/** Files of one worker share what they import, which took as long as the tests: each has services of its own. */
const SHARING = ['server/src/**/*.test.ts'];
/** What runs PostgreSQL itself has nothing to say of another one. */
const EMBEDDED = ['postgres/src/**/*.test.ts'];
/** Files that put a module in the place of another. */
const REPLACING = ['server/src/accounts/passwords.test.ts'];
const ALL = ['{contract,core,documents,sdk,cli,server}/src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'];

const common = { testTimeout: TEST_TIMEOUT_MS, hookTimeout: HOOK_TIMEOUT_MS };
// Tests run the sources of the workspaces, not what was built of them. The condition is named so that nobody else's
// package has it: some publish one that is called `source` and leads to TypeScript.
const ssr = { resolve: { conditions: ['svc-source', 'node'] } };

export default defineConfig({
  test: {
    globalSetup: ['test/harness/postgres/global-setup.ts'],
    // Two cores, and each file of the service's tests runs a service of its own.
    maxWorkers: 2,
    projects: [
      {
        ssr,
        test: { ...common, name: 'service', include: SHARING, exclude: REPLACING, isolate: false },
      },
      { ssr, test: { ...common, name: 'embedded', include: EMBEDDED } },
      { ssr, test: { ...common, name: 'other', include: ALL, exclude: [...SHARING, '**/node_modules/**'] } },
      { ssr, test: { ...common, name: 'replacing', include: REPLACING } },
    ],
  },
});
