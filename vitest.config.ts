// SPDX-License-Identifier: Apache-2.0

import { defineConfig } from 'vitest/config';
import { filesThatSpeakSql } from './test/run/database-files.ts';
import { SlowestFiles } from './test/run/slowest-files.ts';
import { StageReport } from './test/run/stage-report.ts';
import { Starts } from './test/run/starts.ts';
import { temporaryFolder } from './test/run/temporary-folder.ts';
import { filesOfThorough, ONLY_THOROUGH } from './test/run/thorough-files.ts';
import { WITHIN } from './test/run/time-outs.ts';
import { COMPUTING_WORKERS, WORKERS } from './test/run/workers.ts';
import { readImportGraph } from './test/tidy/import-graph.ts';

/** Files that need a process of their own: one puts a module in the place of another, one counts all code that runs. */
const ALONE = ['server/src/people/passwords/passwords.test.ts', 'core/src/policy/work.test.ts'];
/** Pages of the app, in a browser: a project of its own. */
const CONSOLE = 'web/src/**/*.browser.test.ts';
/** A client that is tested against a running service. */
const CLIENTS = ['{sdk,cli}/src/**/*.service.test.ts'];
/** Nothing in these needs PostgreSQL: a run of them alone starts none. */
const FAST = [
  '{contract,core,documents,sdk,cli,web}/src/**/*.test.ts',
  'test/generated/{analysis-findings,app-operations,common-passwords,policy-schema}.test.ts',
  'test/generated/{dashboard,lookup-pages,provisioning-file,python-types}.test.ts',
  'test/{analysis,cases,console,dlp,run,tidy}/**/*.test.ts',
];
/** These need no PostgreSQL either, but they compile, or compute for too long to wait for after each change. */
const LONG = [
  'core/src/**/*.property.test.ts',
  'core/src/audit-tree/audit-tree.test.ts',
  'core/src/dlp/first-look/memory.test.ts',
  'core/src/policy/large-sets.test.ts',
  'sdk/src/outages.test.ts',
  'test/spec/contract-document.test.ts',
  'test/dlp/*work.test.ts',
  'test/analysis/{engine-agrees,exhaustive,laws,worst-cases}.test.ts',
  'test/generated/first-look.test.ts',
  'test/audit/**/*.test.ts',
];
/** The service in this process, as processes, behind a browser or a package, and the embedded PostgreSQL. */
const SERVICE = [
  '{server,postgres}/src/**/*.test.ts',
  'test/{chaos,e2e,packages,process,tutorials}/**/*.test.ts',
  'test/failover/away/*.test.ts',
  'test/spec/hostile-input.test.ts',
  'test/generated/{conformance,reference}.test.ts',
  'test/harness/postgres/*.test.ts',
];

/** Programs that a clone does not bring. */
const BESIDE = 'test/beside/global-setup.ts';

/** Later stages of CI run these files: the thorough run with all cases, and those that speak SQL on PostgreSQL 15. */
const OF_LATER_STAGES = () => [...filesOfThorough(), ...filesThatSpeakSql(readImportGraph())];
const LEFT_OUT = process.env.SVC_TEST_STAGES_FOLLOW === '1' ? OF_LATER_STAGES() : ONLY_THOROUGH;

/** Files of one worker share what they import, which took as long as the tests: each has services of its own. */
const sharing = { isolate: false };
// Tests run the sources of the workspaces, not what was built of them. The condition is named so that nobody else's
// package has it: some publish one that is called `source` and leads to TypeScript.
const ssr = { resolve: { conditions: ['svc-source', 'node'] } };

/** The first worker keeps what it made of the sources, for the others and for the next run of one file. */
const TRANSFORMED = { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' };

interface Project {
  include: string[];
  exclude?: string[];
  isolate?: boolean;
  maxWorkers?: number;
  sequence?: { groupOrder: number };
  globalSetup?: string[];
  setupFiles?: string[];
}
const project = (name: string, test: Project) => ({ ssr, test: { ...WITHIN, name, ...test } });

// Workers, services and browsers of the run inherit it.
process.env.TMPDIR = temporaryFolder();

export default defineConfig({
  test: {
    experimental: TRANSFORMED,
    maxWorkers: WORKERS,
    reporters: [new SlowestFiles(), new Starts(), new StageReport(), 'default'],
    coverage: {
      include: ['{contract,core,documents,sdk,cli,postgres,server}/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'node_modules/.cache/coverage',
    },
    projects: [
      project('fast', {
        ...sharing,
        include: FAST,
        exclude: [...CLIENTS, ...LONG, ...ALONE, CONSOLE],
        maxWorkers: COMPUTING_WORKERS,
        globalSetup: [BESIDE],
        // Projects with workers of their own run one behind the other: first what is soon told.
        sequence: { groupOrder: 0 },
      }),
      'web/vitest.config.ts',
      // One project for all that loads the service: each project loads its sources anew in each worker.
      project('service', {
        ...sharing,
        include: [...SERVICE, ...CLIENTS, ...LONG],
        exclude: [...ALONE, ...LEFT_OUT],
        globalSetup: ['test/harness/postgres/global-setup.ts', 'test/harness/statements/global-setup.ts', BESIDE],
        setupFiles: [
          'test/harness/service/names-of-file.ts',
          'test/harness/statements/setup.ts',
          'test/e2e/pages-of-failures.ts',
        ],
        sequence: { groupOrder: 1 },
      }),
      project('alone', { include: ALONE, exclude: [...LEFT_OUT], sequence: { groupOrder: 1 } }),
    ],
  },
});
