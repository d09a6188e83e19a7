// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A secret file that cannot be made, read or trusted. The message is one sentence for the operator. */
export class SecretFileError extends Error {
  override readonly name = 'SecretFileError';
}

/**
 * Reads the file, or makes it with a generated content. The content is on disk under a private name before the file
 * appears (link, which unlike rename never replaces). One of two processes therefore wins and both read the same. A
 * power cut leaves either no file or a whole one. Returns the content without surrounding white space.
 */
export function loadOrCreateSecretFile(path: string, generate: () => string): string {
  const existing = readSecretFile(path);
  if (existing !== null) return existing;
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}`);
  try {
    const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      writeSync(file, `${generate()}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new SecretFileError(`The file ${path} cannot be made (${codeOf(error)}).`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  syncDirectory(dirname(path));
  const made = readSecretFile(path);
  if (made === null) throw new SecretFileError(`The file ${path} vanished while it was being made.`);
  return made;
}

/** Null when there is none. Refuses a link, and a file that others may read or that another user made. */
export function readSecretFile(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw new SecretFileError(`The file ${path} cannot be read (${codeOf(error)}).`);
  }
  try {
    const { mode, uid } = fstatSync(file);
    const self = process.getuid?.();
    if ((mode & 0o077) !== 0)
      throw new SecretFileError(`The file ${path} may be read by others: set its mode to 0600.`);
    if (self !== undefined && self !== 0 && uid !== self)
      throw new SecretFileError(`The file ${path} belongs to another user.`);
    return readFileSync(file, 'utf8').trim();
  } finally {
    closeSync(file);
  }
}

/** Without it a power cut may take the new name away although the file's content is on disk. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
