// SPDX-License-Identifier: Apache-2.0
/** Finds the YAML files under a path. A link that leads out of the folder is refused, not followed. */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { compareCodePoints } from '@svc/core/code-point-order';
import { Failure } from '../failure.ts';
import { FILES_MAX, FOLDER_ENTRIES_MAX, FOLDER_LEVELS_MAX } from './limits.ts';

export interface FoundFiles {
  /** The files in code point order. */
  readonly files: readonly string[];
  /** Links out of the folder, or to no file. */
  readonly strayLinks: readonly string[];
}

/**
 * A single file, or the `.yaml` and `.yml` files of a folder and those below it. Hidden files and `node_modules` are
 * left out. A link inside the folder is left out, because its target is found itself.
 * @throws Failure when there is no file, or too many
 */
export function findFiles(path: string): FoundFiles {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Failure('no_such_path', `There is no ${path}. Run svc init, or name a path.`);
  if (!found.isDirectory()) return { files: [path], strayLinks: [] };
  const root = realpathSync(path);
  const files: string[] = [];
  const strayLinks: string[] = [];
  let entries = 0;
  const walk = (folder: string, level: number) => {
    if (level > FOLDER_LEVELS_MAX) throw tooMuch(path, `folders nest deeper than ${FOLDER_LEVELS_MAX} levels`);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      entries += 1;
      if (entries > FOLDER_ENTRIES_MAX) throw tooMuch(path, `there are more than ${FOLDER_ENTRIES_MAX} entries`);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const at = join(folder, entry.name);
      if (entry.isDirectory()) walk(at, level + 1);
      else if (entry.isSymbolicLink()) {
        if (isStray(at, entry, root)) strayLinks.push(at);
      } else if (YAML.test(entry.name)) files.push(at);
    }
  };
  walk(path, 1);
  if (files.length > FILES_MAX) throw tooMuch(path, `there are more than ${FILES_MAX} YAML files`);
  return { files: files.sort(compareCodePoints), strayLinks: strayLinks.sort(compareCodePoints) };
}

const YAML = /\.ya?ml$/i;

/** A link to a folder counts under any name: policies may be meant to lie there. */
function isStray(link: string, entry: Dirent, root: string): boolean {
  const target = statSync(link, { throwIfNoEntry: false });
  if (target === undefined) return YAML.test(entry.name);
  const isInside = `${realpathSync(link)}${sep}`.startsWith(`${root}${sep}`);
  return !isInside && (target.isDirectory() || YAML.test(entry.name));
}

function tooMuch(path: string, what: string): Failure {
  return new Failure('too_many_files', `${path} is no folder of policies: ${what}. Name a folder below it.`);
}
