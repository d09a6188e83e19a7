// SPDX-License-Identifier: Apache-2.0
/** Whether a build is newer than its sources. Comparing times costs milliseconds, so an unchanged start does not wait. */
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/**
 * @param {string} built path of a file of the build
 * @param {readonly string[]} sources files and folders, from the root of the project
 */
export function isNewer(built, sources) {
  const builtAtMs = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  return builtAtMs !== undefined && sources.every((source) => newestMs(join(root, source)) < builtAtMs);
}

/**
 * Puts a finished build in the place of the old one, which stays to the last moment.
 * @param {string} fresh folder of this build
 * @param {string} built folder that it replaces
 * @param {() => boolean} isBuilt whether another build of the same sources appeared meanwhile
 */
export function replaceFolder(fresh, built, isBuilt) {
  const old = `${fresh}-old`;
  // Moved away before it is deleted: two builds that end at the same time would delete under one another.
  try {
    renameSync(built, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  try {
    renameSync(fresh, built);
  } catch (error) {
    if (!isBuilt()) throw error;
    rmSync(fresh, { recursive: true });
  }
  rmSync(old, { recursive: true, force: true });
}

/** The time of a file; or of a folder with all its contents, whose own time reveals a deleted file. */
function newestMs(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))));
}
