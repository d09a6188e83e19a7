// SPDX-License-Identifier: Apache-2.0
/** Reads one file as it stood at one moment, or says why not. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { EncodingFault, readText as readTextOf } from '@svc/core/text-input';
import { FILE_BYTES_MAX } from './limits.ts';

export type ReadText = { readonly text: string } | { readonly fault: string };

/** This flag keeps the open from waiting for a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * @param read the platform's; a test puts a writer in between
 * @returns the text; or a fault when it is no plain file, too large, not UTF-8, or changed meanwhile
 */
export function readText(path: string, read: typeof readSync = readSync): ReadText {
  const file = openSync(path, FLAGS);
  try {
    const before = fstatSync(file);
    if (!before.isFile()) return { fault: 'this is no plain file' };
    if (before.size > FILE_BYTES_MAX) return { fault: `the file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB` };
    // One byte more reveals a file that has grown.
    const bytes = Buffer.alloc(before.size + 1);
    let length = 0;
    for (;;) {
      const count = read(file, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) break;
    }
    const after = fstatSync(file);
    if (length !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs) {
      return { fault: 'the file changed while it was read; run this again' };
    }
    return { text: readTextOf(bytes.subarray(0, length)) };
  } catch (error) {
    if (!(error instanceof EncodingFault)) throw error;
    return { fault: error.message.replace(/^It is/, 'the file is').replace(/\.$/, '') };
  } finally {
    closeSync(file);
  }
}
