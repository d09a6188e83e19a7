// SPDX-License-Identifier: Apache-2.0
/** Knows the passwords that attackers try first. Only those with the least length of a new password are kept. */
import { brotliDecompressSync } from 'node:zlib';
import { COMPRESSED } from './common-passwords-dictionary.ts';

let known: ReadonlySet<string> | null = null;

/** Letter case and Unicode spelling do not matter. The list is unpacked at the first call. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(brotliDecompressSync(Buffer.from(COMPRESSED, 'base64')).toString('utf8').split('\n'));
  return known.has(password.normalize('NFC').toLowerCase());
}
