// SPDX-License-Identifier: Apache-2.0
/** File names for policies of any name. */
import { createHash } from 'node:crypto';
import { FILE_NAME_CHARACTERS_MAX } from './limits.ts';

const DIGEST_CHARACTERS = 8;

/**
 * A file name for each policy name: its readable part, and a digest of the whole. A name alone decides its file. No two
 * names share one on any file system, and none leaves its folder. Two names with the same digest get the whole digest.
 */
export function policyFileNames(names: readonly string[]): Map<string, string> {
  const short = new Map<string, string[]>();
  for (const name of names) {
    const file = fileName(name, DIGEST_CHARACTERS);
    short.set(file, [...(short.get(file) ?? []), name]);
  }
  const result = new Map<string, string>();
  for (const [file, sharing] of short) {
    for (const name of sharing) result.set(name, sharing.length === 1 ? file : fileName(name, Infinity));
  }
  return result;
}

/** True for a file name that this module gives, for any policy. */
export function isPulledFile(file: string): boolean {
  return /^[a-z0-9][a-z0-9-]*-(?:[0-9a-f]{8}|[0-9a-f]{64})\.yaml$/.test(file);
}

function fileName(name: string, digestCharacters: number): string {
  const readable = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, FILE_NAME_CHARACTERS_MAX);
  const digest = createHash('sha256').update(name).digest('hex').slice(0, digestCharacters);
  return `${readable === '' ? 'policy' : readable}-${digest}.yaml`;
}
