// SPDX-License-Identifier: Apache-2.0
/** Packages of Debian. apt fetches them and checks their signatures; nothing of this machine is changed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const TOOLS = join(root, 'node_modules/.cache/debian-tools');

/** @returns whether this machine has apt and dpkg */
export function hasDebian() {
  const found = (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return found('apt-get') && found('dpkg-deb');
}

/**
 * Fetches the newest version that the suite of this machine has: security updates come by themselves.
 * @param {readonly string[]} names
 * @param {string} folder gets the files
 * @returns {{ name: string; version: string; architecture: string; control: string; file: string; sha256: string }[]}
 * @throws {Error} where apt is not there, or knows no such package
 */
export function fetchDebian(names, folder) {
  mkdirSync(folder, { recursive: true });
  // apt as root would hand the download to an account that may not write here.
  execFileSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...names], { cwd: folder });
  return readdirSync(folder)
    .filter((file) => file.endsWith('.deb'))
    .sort()
    .map((name) => {
      const file = join(folder, name);
      const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
      const field = (key) => new RegExp(`^${key}: (.*)$`, 'm').exec(control)?.[1] ?? '';
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      const [version, architecture] = [field('Version'), field('Architecture')];
      return { name: field('Package'), version, architecture, control, file, sha256 };
    });
}

/** Unpacks the files of a package, without its scripts, over what is there. */
export function unpackDebian(file, folder) {
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', file], { maxBuffer: 2 ** 30 });
  // The links of a merged /usr stay, and files go behind them.
  execFileSync('tar', ['-x', '--keep-directory-symlink', '--no-same-owner', '-C', folder], { input: tar });
}

/**
 * Programs of Debian with the libraries that they need, unpacked once into the cache of this clone.
 * @param {readonly string[]} names of packages
 * @returns {NodeJS.ProcessEnv} the environment in which they are found
 */
export function debianTools(names) {
  const folder = join(TOOLS, names.join('+'));
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`;
    for (const { file } of fetchDebian(names, join(fresh, 'debs'))) unpackDebian(file, fresh);
    // It is there whole, or not at all.
    renameSync(fresh, folder);
  }
  const under = (...places) => places.map((place) => join(folder, place)).join(':');
  const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch];
  return {
    ...process.env,
    PATH: `${under('usr/bin', 'usr/sbin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: under(`usr/lib/${triplet}`, `lib/${triplet}`),
  };
}
