/** `npm run check`: every check that does not run the service. */
import { buildPackages } from './build-packages.mjs';
import { buildService } from './build-service.mjs';
import { buildWeb } from './build-web.mjs';
import { run } from './run.mjs';

run('Build', 'tsc', ['-b']);
await buildService();
buildWeb();
buildPackages();
run('Types of the tests', 'tsc', ['-p', 'tsconfig.tests.json']);
run('The same of the app', 'tsc', ['-p', 'web/tsconfig.tests.json']);
run('Format and lint', 'biome', ['check', '.']);
run('Promises and exhaustive switches', 'oxlint', [
  '--type-aware',
  '--tsconfig',
  'tsconfig.tests.json',
  '--deny-warnings',
]);
run('The same of the app', 'oxlint', ['--type-aware', '--tsconfig', 'web/tsconfig.json', '--deny-warnings', 'web/src']);
run('Unused files, exports and dependencies', 'knip', ['--no-progress']);
