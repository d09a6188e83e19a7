// SPDX-License-Identifier: Apache-2.0
/** Archives with the same bytes for the same files: names in order, one time and no owner. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { root } from './run.mjs';

/** npm gives this time to the files of a package too: 1985-10-26, which every tool can store. */
export const TIME = new Date('1985-10-26T08:15:00.000Z');
export const GZIP_LEVEL = 9;
const PROGRAM_MODE = 0o755;
export const FILE_MODE = 0o644;

/**
 * @param {string} folder whose files go into the archive, in a folder `prefix`
 * @param {string} prefix
 * @param {string} file the archive, as .tar.gz
 * @param {(path: string) => boolean} isProgram whether a file may be run
 */
export function pack(folder, prefix, file, isProgram) {
  mkdirSync(dirname(file), { recursive: true });
  const options = {
    cwd: folder,
    prefix,
    file,
    sync: true,
    portable: true,
    mtime: TIME,
    gzip: { level: GZIP_LEVEL },
    noDirRecurse: true,
    onWriteEntry(entry) {
      if (entry.stat !== undefined) entry.stat.mode = isProgram(entry.path) ? PROGRAM_MODE : FILE_MODE;
    },
  };
  // With `sync` the archive is written when the call returns.
  void create(options, filesOf(folder));
}

/** @returns {string[]} the paths of all files below a folder, in the order of their bytes */
export function filesOf(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesOf(folder, path) : [path];
    })
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

/**
 * The compiled files of a workspace that have a source: the compiler leaves those of deleted sources behind.
 * @param {RegExp} ending of the files, such as /\.js$/
 * @returns {string[]} paths below its folder `dist`
 */
export function compiledFilesOf(workspace, ending) {
  const sourceOf = (path) => join(root, workspace, 'src', path.replace(ending, '.ts'));
  return filesOf(join(root, workspace, 'dist')).filter((path) => ending.test(path) && existsSync(sourceOf(path)));
}
