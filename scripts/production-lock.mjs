// SPDX-License-Identifier: Apache-2.0
/** The part of the lock file that the service needs at run time. */
import { posix } from 'node:path';

const WORKSPACE_FIELDS = ['name', 'version', 'dependencies', 'optionalDependencies', 'bin'];

/**
 * Keeps the given workspaces with all that they need, directly or not, and drops everything else.
 * @param {{ packages: Record<string, object> }} lock the lock file of the repository
 * @param {readonly string[]} workspaces folders of the workspaces that a release holds
 * @param {object} manifest package.json of the release
 */
export function productionLock(lock, workspaces, manifest) {
  const kept = new Set();
  const waiting = [...workspaces];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (kept.has(path)) continue;
    kept.add(path);
    const { link, resolved, dependencies, optionalDependencies, peerDependencies } = lock.packages[path];
    if (link === true) waiting.push(resolved);
    const names = Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies });
    waiting.push(...names.map((name) => placeOf(lock.packages, path, name)).filter((place) => place !== null));
  }
  // Each workspace is found by its link too.
  for (const [path, { link, resolved }] of Object.entries(lock.packages)) {
    if (link === true && kept.has(resolved)) kept.add(path);
  }
  const strays = [...kept].filter((path) => !path.includes('node_modules/') && !workspaces.includes(path));
  if (strays.length > 0) throw new Error(`The release lacks the workspaces ${strays}, which others need.`);
  const packages = Object.entries(lock.packages)
    .filter(([path]) => kept.has(path))
    .map(([path, entry]) => [
      path,
      workspaces.includes(path) ? withFields(entry, WORKSPACE_FIELDS) : withoutDev(entry),
    ]);
  const { name, version, license, engines } = manifest;
  const root = { name, version, license, workspaces: manifest.workspaces, engines };
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': root, ...Object.fromEntries(packages) },
  };
}

/** The nearest installation of a package, as Node.js looks for it; null for an optional peer that is not installed. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    if (folder === '.') folder = '';
    if (posix.basename(folder) === 'node_modules') continue;
    const place = posix.join(folder, 'node_modules', name);
    if (place in packages) return place;
    if (folder === '') return null;
  }
}

function withFields(entry, fields) {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => fields.includes(field)));
}

/** A package of development that the service needs too is no longer one of development alone. */
function withoutDev({ dev, devOptional, ...entry }) {
  return devOptional === true ? { ...entry, optional: true } : entry;
}
