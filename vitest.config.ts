import { defineConfig } from 'vitest/config';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { WORKERS } from './test/run/workers.ts';

const TEST_TIMEOUT_MS = 20_000;
const HOOK_TIMEOUT_MS = 60_000;

/** Files that put a module in the place of another. */
const REPLACING = ['server/src/accounts/passwords.test.ts'];
/** Tests of the embedded PostgreSQL start servers of their own. */
const EMBEDDED = ['postgres/src/**/*.test.ts'];
/** A client that is tested against a running service. */
const CLIENTS = ['{sdk,cli}/src/**/*.service.test.ts'];
/** Nothing in these needs PostgreSQL: a run of them alone starts none. */
const FAST = [
  '{contract,core,documents,sdk,cli,web}/src/**/*.test.ts',
  'test/{cases,console,dlp,run,tidy}/**/*.test.ts',
  'test/generated/app-operations.test.ts',
  'test/spec/contract-document.test.ts',
];
/** These need no PostgreSQL either, but they compile, or compute for too long to wait for after each change. */
const THOROUGH = [
  '{core/src/policy,test/dlp}/*work.test.ts',
  'test/generated/first-look.test.ts',
  'test/audit/**/*.test.ts',
];
/** The service in a process of its own, and whatever else starts processes. */
const PROCESSES = [
  'test/process/**/*.test.ts',
  'test/spec/hostile-input.test.ts',
  'test/generated/reference.test.ts',
  'test/harness/postgres/*.test.ts',
];

const common = { testTimeout: TEST_TIMEOUT_MS, hookTimeout: HOOK_TIMEOUT_MS };
const postgres = { globalSetup: ['test/harness/postgres/global-setup.ts'] };
/** Files of one worker share what they import, which took as long as the tests: each has services of its own. */
const sharing = { isolate: false };
// Tests run the sources of the workspaces, not what was built of them. The condition is named so that nobody else's
// package has it: some publish one that is called `source` and leads to TypeScript.
const ssr = { resolve: { conditions: ['svc-source', 'node'] } };

interface Project {
  include: string[];
  exclude?: string[];
  isolate?: boolean;
  globalSetup?: string[];
}
const project = (name: string, test: Project) => ({ ssr, test: { ...common, name, ...test } });

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    reporters: [new SlowestFiles(), 'default'],
    coverage: {
      include: ['{contract,core,documents,sdk,cli,postgres,server}/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'node_modules/.cache/coverage',
    },
    projects: [
      project('fast', { ...sharing, include: FAST, exclude: [...CLIENTS, ...THOROUGH] }),
      project('service', {
        ...sharing,
        ...postgres,
        include: ['server/src/**/*.test.ts', ...CLIENTS],
        exclude: REPLACING,
      }),
      project('replacing', { include: REPLACING }),
      project('embedded', { include: EMBEDDED }),
      project('process', { ...postgres, include: [...PROCESSES, ...THOROUGH] }),
      project('packages', { ...postgres, include: ['test/packages/**/*.test.ts'] }),
      project('app', { ...postgres, include: ['test/e2e/**/*.test.ts'] }),
      project('chaos', { ...postgres, include: ['test/chaos/**/*.test.ts'] }),
    ],
  },
});
