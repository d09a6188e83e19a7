// SPDX-License-Identifier: Apache-2.0
/** Where things are that the development server runs. */
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** Builds the service in less than a second, whatever the types are: arguments of Node.js. */
export const BUNDLE = [join(ROOT, 'scripts/build-service.mjs'), '--without-types'];

const { resolve: pathOf } = createRequire(import.meta.url);
/** Tells the wrong types of all that runs. */
export const CHECK_TYPES = [join(dirname(pathOf('typescript/package.json')), 'bin/tsc'), '-b'];

/** The command line of the service that was built, and its program. */
export const SERVICE = join(ROOT, 'server/bin/svc-server.js');
export const BUNDLED = join(ROOT, 'dist/service/main.js');
