// SPDX-License-Identifier: Apache-2.0
/**
 * Builds what the service hands out at /packages into dist/packages. These are the client library and the command line,
 * as packages that npm installs from their address, and the client library for Python. None has dependencies. One set
 * of sources gives one set of bytes.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync, transformSync } from 'esbuild';
import { compiledFilesOf, pack } from './archive.mjs';
import { licencesOf } from './licences.mjs';
import { isNewer, replaceFolder } from './newest.mjs';
import { buildPythonPackage } from './python-package.mjs';
import { root } from './run.mjs';

const BUILT = join(root, 'dist/packages');
const INDEX = 'packages.json';
const SOURCES = [
  'scripts/archive.mjs',
  'scripts/build-packages.mjs',
  'scripts/licences.mjs',
  'scripts/python-package.mjs',
  'scripts/zip.mjs',
  'LICENSE',
  'NOTICE',
  'package.json',
  'package-lock.json',
  ...['pyproject.toml', 'README.md', 'src'].map((name) => `python/${name}`),
  ...['package.json', 'README.md', 'bin', 'dist', 'examples'].map((name) => `sdk/${name}`),
  ...['package.json', 'README.md', 'policy-file.schema.json', 'bin', 'dist'].map((name) => `cli/${name}`),
  ...['contract', 'core', 'documents'].map((name) => `${name}/dist`),
];
/** The fields of a manifest that an installed package needs. */
const MANIFEST_FIELDS = ['name', 'version', 'description', 'license', 'type', 'bin', 'sideEffects', 'exports'];

export function buildPackages() {
  if (isBuilt()) return;
  process.stdout.write('> Packages that the service hands out\n');
  const fresh = join(root, 'node_modules/.cache', `packages-${process.pid}`);
  buildPackagesInto(fresh);
  mkdirSync(dirname(BUILT), { recursive: true });
  replaceFolder(fresh, BUILT, isBuilt);
}

const isBuilt = () => isNewer(join(BUILT, INDEX), SOURCES);

/** @param {string} folder receives the packages, and an index with what installers must know of each */
function buildPackagesInto(folder) {
  mkdirSync(folder, { recursive: true });
  const ofNpm = [buildPackage(folder, 'sdk', fillLibrary), buildPackage(folder, 'cli', fillCommandLine)];
  const packages = [...ofNpm, ...buildPythonPackage(folder)];
  writeFileSync(join(folder, INDEX), `${JSON.stringify(packages, null, 2)}\n`);
}

function buildPackage(folder, workspace, fill) {
  const staged = mkdtempSync(join(tmpdir(), 'svc-package-'));
  try {
    const own = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
    const manifest = manifestOf(own);
    for (const name of ['bin', 'README.md'])
      cpSync(join(root, workspace, name), join(staged, name), { recursive: true });
    for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(staged, name));
    writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    fill(staged);
    const file = `svc-${workspace}-${manifest.version}.tgz`;
    pack(staged, 'package', join(folder, file), (path) => path.startsWith('bin/'));
    return { file, manifest };
  } finally {
    rmSync(staged, { recursive: true });
  }
}

/** `private` stays, so that npm refuses to publish the package. The development condition leads to sources: it goes. */
function manifestOf(own) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const kept = Object.fromEntries(MANIFEST_FIELDS.filter((name) => name in own).map((name) => [name, own[name]]));
  const text = JSON.stringify({ ...kept, private: true, engines }, (key, value) =>
    key === 'svc-source' ? undefined : value,
  );
  return JSON.parse(text);
}

function fillLibrary(staged) {
  cpSync(join(root, 'sdk/examples'), join(staged, 'examples'), { recursive: true });
  const types = reachedTypes();
  for (const path of compiledFilesOf('sdk', /\.(js|d\.ts)$/)) {
    if (path.endsWith('.d.ts') && !types.has(path)) continue;
    cpSync(join(root, 'sdk/dist', path), join(staged, 'dist', path));
    if (path.endsWith('.js')) removeComments(join(staged, 'dist', path));
  }
}

/** The types that an entry of the library leads to: no one can see the others. */
function reachedTypes() {
  const { exports } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'));
  const waiting = Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [types.slice('./dist/'.length)],
  );
  const reached = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = readFileSync(join(root, 'sdk/dist', path), 'utf8');
    for (const [, named = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g)) {
      const next = `${join(dirname(path), named)}.d.ts`;
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** The types beside a file say the same, where editors show it. */
function removeComments(path) {
  const { code } = transformSync(readFileSync(path, 'utf8'), { format: 'esm', target: 'node20.19', charset: 'utf8' });
  writeFileSync(path, `// SPDX-License-Identifier: Apache-2.0\n${code}`);
}

/** One file holds the program with all that it imports; the licences of others' parts stand beside it. */
function fillCommandLine(staged) {
  cpSync(join(root, 'cli/policy-file.schema.json'), join(staged, 'policy-file.schema.json'));
  const { metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: ['cli/dist/main.js'],
    outfile: join(staged, 'dist/main.js'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Some of the parts are CommonJS, and ask for modules of Node.js by `require`.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
  });
  writeFileSync(join(staged, 'THIRD-PARTY.txt'), licencesOf(Object.keys(metafile.inputs)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , folder] = process.argv;
  if (folder === undefined) buildPackages();
  else buildPackagesInto(resolve(folder));
}
