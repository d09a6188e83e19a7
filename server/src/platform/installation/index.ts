// SPDX-License-Identifier: Apache-2.0
/**
 * Owns where the files of this installation are, for the sources and for what is built of them.
 * Refuses to know what they are for.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Stands in the root of a clone, and of an unpacked release. */
const MARK = 'server/package.json';

const ROOT = rootAbove(import.meta.dirname);

/** @param path from the root of the installation @returns an absolute path, whether there is such a file or not */
export function installed(path: string): string {
  return join(ROOT, path);
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, MARK))) return folder;
  const above = dirname(folder);
  if (above === folder)
    throw new Error(`No folder above ${import.meta.dirname} holds ${MARK}: install svc-server anew.`);
  return rootAbove(above);
}
