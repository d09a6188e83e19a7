// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run release`: builds release/svc-VERSION.tar.gz with what a server needs, and SHA256SUMS beside it. In the unpacked
 * folder, `npm ci --omit=dev` is all that is left to do, and `npm start` is the quick start. One set of sources gives one set of bytes.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from './archive.mjs';
import { buildPackages } from './build-packages.mjs';
import { buildService, OUTSIDE } from './build-service.mjs';
import { buildWeb } from './build-web.mjs';
import { productionLock } from './production-lock.mjs';
import { root, run } from './run.mjs';

/** The only workspace of a release. Its build holds the parts of the others that it uses. */
const WORKSPACE = 'server';
const MANIFEST_FIELDS = ['name', 'version', 'private', 'license', 'type', 'bin'];
/** Whole folders and files; those of the build come from it, the others from the repository. */
const COPIED = [
  'dist/service',
  'web/dist',
  'dist/packages',
  'server/bin',
  'docs',
  'deploy',
  'sdk/examples',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'SECURITY.md',
];
/** The README of the repository is for who builds the service. */
const README = 'scripts/release-readme.md';
const SCRIPTS = { start: 'node server/bin/svc-server.js quick-start' };
/** Secrets that `deploy/make-secrets.sh` made on this machine. */
const SECRETS = join(root, 'deploy/secrets');

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

async function release(folder) {
  run('Build', 'tsc', ['-b']);
  await buildService();
  buildWeb();
  buildPackages();
  const { name, version, private: isPrivate, license, type, engines, allowScripts } = read('package.json');
  const own = { name, version, private: isPrivate, license, type, engines, scripts: SCRIPTS };
  const manifest = { ...own, workspaces: [WORKSPACE], allowScripts };
  const staged = mkdtempSync(join(tmpdir(), 'svc-release-'));
  try {
    stage(staged, manifest);
    const file = `svc-${version}.tar.gz`;
    const isProgram = (path) => /(^|\/)bin\/|\.(sh|py)$/.test(path);
    pack(staged, `svc-${version}`, join(folder, file), isProgram);
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    writeFileSync(join(folder, 'SHA256SUMS'), `${digest}  ${file}\n`);
    process.stdout.write(`${join(folder, file)}\n`);
  } finally {
    rmSync(staged, { recursive: true });
  }
}

function stage(staged, manifest) {
  const writeJson = (path, value) => writeFileSync(join(staged, path), `${JSON.stringify(value, null, 2)}\n`);
  for (const path of COPIED)
    cpSync(join(root, path), join(staged, path), { recursive: true, filter: (from) => from !== SECRETS });
  cpSync(join(root, README), join(staged, 'README.md'));
  const lock = read('package-lock.json');
  const own = serverManifest(lock);
  writeJson('server/package.json', own);
  Object.assign(lock.packages[WORKSPACE], own);
  writeJson('package.json', manifest);
  writeJson('package-lock.json', productionLock(lock, [WORKSPACE], manifest));
}

/** The packages that the build of the service leaves outside are to be installed. */
function serverManifest(lock) {
  const own = read(`${WORKSPACE}/package.json`);
  const { optionalDependencies } = read('postgres/package.json');
  const kept = Object.fromEntries(MANIFEST_FIELDS.filter((name) => name in own).map((name) => [name, own[name]]));
  const dependencies = Object.fromEntries(OUTSIDE.map((name) => [name, lock.packages[`node_modules/${name}`].version]));
  return { ...kept, dependencies, optionalDependencies };
}

const folder = resolve(process.argv[2] ?? join(root, 'release'));
rmSync(join(folder, 'SHA256SUMS'), { force: true });
mkdirSync(folder, { recursive: true });
await release(folder);
