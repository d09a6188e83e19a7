// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run check`: every check that does not run the service. CI and `--all` also look for what is not used, and lint
 * every test in place of the changed ones. A change of a test cannot break a promise or a switch of another file.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './build-packages.mjs';
import { buildService } from './build-service.mjs';
import { buildSite } from './build-site.mjs';
import { buildWeb } from './build-web.mjs';
import { changedFiles } from './changed-files.mjs';
import { root, run, runTogether } from './run.mjs';

/** The app has a configuration of its own. */
const SOURCES = ['contract', 'core', 'documents', 'sdk', 'cli', 'postgres', 'server'].map((name) => `${name}/src`);
/** A clone does not bring it: npm gets it when it is asked for. */
const KNIP = 'knip@6.42.0';
const IS_TEST = /^(?!web\/)((test|bench|dev)\/.*\.ts|.*\.(test|config)\.ts)$/;

const isWhole = (process.env.CI ?? '') !== '' || process.argv.includes('--all');
const changed = isWhole ? null : changedFiles(root);

const oxlint = (tsconfig, ...where) => [
  'oxlint',
  ['--type-aware', '--tsconfig', tsconfig, '--deny-warnings', '--no-error-on-unmatched-pattern', ...where],
];
const ofSources = oxlint('tsconfig.tests.json', '--ignore-pattern=**/*.test.ts', 'scripts', ...SOURCES);
/** The types of AssemblyScript come with its compiler, which a clone does not bring. */
const ofAll = oxlint(
  'tsconfig.tests.json',
  '--ignore-pattern=web/src/**',
  '--ignore-pattern=site/**',
  '--ignore-pattern=core/assembly/**',
);
const changedTests = changed?.filter((file) => IS_TEST.test(file) && existsSync(join(root, file))) ?? [];

run('Build', 'tsc', ['-b']);
await buildService();
buildWeb();
buildPackages();
buildSite();
await runTogether([
  ['Promises and exhaustive switches', ...(changed === null ? ofAll : ofSources)],
  ...(changedTests.length === 0
    ? []
    : [['Promises and exhaustive switches of changed tests', ...oxlint('tsconfig.tests.json', ...changedTests)]]),
  ...(isWhole
    ? [['Unused files, exports and dependencies', 'npm', ['exec', '--yes', KNIP, '--', '--no-progress']]]
    : []),
  ['Types of the tests', 'tsc', ['-p', 'tsconfig.tests.json']],
  ['Format and lint', 'biome', ['check', '.']],
  ['Promises and exhaustive switches of the app', ...oxlint('web/tsconfig.json', 'web/src')],
  ['Types of the tests of the app', 'tsc', ['-p', 'web/tsconfig.tests.json']],
  ['Types of the documentation', 'tsc', ['-p', 'site/tsconfig.json']],
  [
    'Promises and exhaustive switches of the documentation',
    ...oxlint('site/tsconfig.json', 'site/prepare', 'site/theme'),
  ],
]);
