/**
 * `npm run release`: builds release/svc-VERSION.tar.gz with what a server needs, and SHA256SUMS beside it. In the unpacked
 * folder, `npm ci --omit=dev` is all that is left to do. One set of sources gives one set of bytes.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compiledFilesOf, pack } from './archive.mjs';
import { buildPackages } from './build-packages.mjs';
import { buildWeb } from './build-web.mjs';
import { productionLock } from './production-lock.mjs';
import { root, run } from './run.mjs';

/** The workspaces that run on a server. */
const WORKSPACES = ['contract', 'core', 'documents', 'postgres', 'server'];
const MANIFEST_FIELDS = [
  'name',
  'version',
  'private',
  'license',
  'type',
  'bin',
  'exports',
  'dependencies',
  'optionalDependencies',
];
/** Whole folders and files; those of the build come from it, the others from the repository. */
const COPIED = ['web/dist', 'dist/packages', 'server/bin', 'docs', 'deploy', 'README.md', 'CHANGELOG.md'];
/** Secrets that `deploy/make-secrets.sh` made on this machine. */
const SECRETS = join(root, 'deploy/secrets');

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

function release(folder) {
  run('Build', 'tsc', ['-b']);
  buildWeb();
  buildPackages();
  const { name, version, private: isPrivate, license, type, engines, allowScripts } = read('package.json');
  const manifest = { name, version, private: isPrivate, license, type, engines, workspaces: WORKSPACES, allowScripts };
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
  for (const workspace of WORKSPACES) {
    for (const path of compiledFilesOf(workspace, /\.js$/)) {
      cpSync(join(root, workspace, 'dist', path), join(staged, workspace, 'dist', path));
    }
    writeJson(`${workspace}/package.json`, productionManifest(read(`${workspace}/package.json`)));
  }
  writeJson('package.json', manifest);
  writeJson('package-lock.json', productionLock(read('package-lock.json'), WORKSPACES, manifest));
}

/** Conditions for development lead to sources, which a release does not hold. */
function productionManifest(own) {
  const kept = Object.fromEntries(MANIFEST_FIELDS.filter((name) => name in own).map((name) => [name, own[name]]));
  return JSON.parse(
    JSON.stringify(kept, (key, value) => (key === 'svc-source' || key === 'types' ? undefined : value)),
  );
}

const folder = resolve(process.argv[2] ?? join(root, 'release'));
rmSync(join(folder, 'SHA256SUMS'), { force: true });
mkdirSync(folder, { recursive: true });
release(folder);
