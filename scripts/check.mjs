/** `npm run check`: every check that does not run the service. */
import { buildPackages } from './build-packages.mjs';
import { buildService } from './build-service.mjs';
import { buildWeb } from './build-web.mjs';
import { run, runTogether } from './run.mjs';

run('Build', 'tsc', ['-b']);
await buildService();
buildWeb();
buildPackages();
const typed = (tsconfig, ...where) => ['--type-aware', '--tsconfig', tsconfig, '--deny-warnings', ...where];
await runTogether([
  ['Promises and exhaustive switches', 'oxlint', typed('tsconfig.tests.json')],
  ['Unused files, exports and dependencies', 'knip', ['--no-progress']],
  ['Types of the tests', 'tsc', ['-p', 'tsconfig.tests.json']],
  ['Format and lint', 'biome', ['check', '.']],
  ['Promises and exhaustive switches of the app', 'oxlint', typed('web/tsconfig.json', 'web/src')],
  ['Types of the tests of the app', 'tsc', ['-p', 'web/tsconfig.tests.json']],
]);
