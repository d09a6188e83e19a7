// SPDX-License-Identifier: Apache-2.0
/** `npm run test:PART`: builds what the part needs, then runs its tests. Vitest gets the options behind `--`. */
import { buildPackages } from './build-packages.mjs';
import { buildService } from './build-service.mjs';
import { buildWeb } from './build-web.mjs';
import { run } from './run.mjs';

/** Parts of their paths choose the files. */
const PARTS = {
  service: ['/src/'],
  process: ['process', 'tutorials', 'spec', 'audit', 'analysis', 'dlp', 'generated', 'harness'].map(
    (folder) => `test/${folder}/`,
  ),
  app: ['test/e2e/'],
  packages: ['test/packages/'],
};

const [part = '', ...given] = process.argv.slice(2);
const paths = PARTS[part];
if (paths === undefined) throw new Error(`no such part; there are ${Object.keys(PARTS).join(', ')}`);
await buildService();
if (part !== 'service') {
  buildWeb();
  buildPackages();
}
// Packages from a registry are with the thorough tests.
const where =
  part === 'packages' ? ['--config', 'vitest.thorough.config.ts'] : ['--project', 'service', '--project', 'alone'];
run('Tests', 'vitest', ['run', ...where, ...paths, ...given]);
