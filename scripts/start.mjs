// SPDX-License-Identifier: Apache-2.0
/** `npm start`: builds what has changed, then runs the service with a first organization to try. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildPackages } from './build-packages.mjs';
import { buildService } from './build-service.mjs';
import { buildSite } from './build-site.mjs';
import { buildWeb } from './build-web.mjs';

const root = dirname(import.meta.dirname);
const require = createRequire(import.meta.url);

// The packages that the service hands out are compiled file by file; service and app are bundled from their sources.
const typescript = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const built = spawnSync(process.execPath, [typescript, '-b', 'sdk', 'cli'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);
await buildService();
buildWeb();
buildPackages();
buildSite();

process.argv = [process.argv[0], 'svc-server', 'quick-start'];
await import(new URL('../server/bin/svc-server.js', import.meta.url).href);
