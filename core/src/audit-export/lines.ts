// SPDX-License-Identifier: Apache-2.0
/**
 * The lines of an export. Each is canonical JSON (RFC 8785), so that each value has exactly one line and each line one
 * value.
 */
import { canonicalRest, canonicalStart, type UnparsedEntry } from '../audit-chain/index.ts';
import { canonicalString } from '../canonical-json/index.ts';

/** The note and salt that open a commitment in the entry's metadata. */
export interface Disclosure {
  readonly note: string;
  /** 64 lowercase hex characters. */
  readonly salt: string;
}

/** An entry without its metadata, whose canonical text is passed beside it. */
export interface HashedEntry extends UnparsedEntry {
  readonly hash: string;
}

/** The first line, which names the signer. Lines end with a line feed. */
export function keyLine(verifierKey: string): string {
  return `{"key":${canonicalString(verifierKey)}}\n`;
}

/** @param metadata in canonical form */
export function entryLine(entry: HashedEntry, metadata: string, disclosed: Disclosure | null): string {
  return lineOf(canonicalStart(entry), entry.hash, canonicalRest(entry, metadata), disclosed);
}

/** The same, from the two parts of the entry's canonical text. The hash stands between them, in alphabetical order. */
export function lineOf(start: string, hash: string, rest: string, disclosed: Disclosure | null): string {
  const before =
    disclosed === null
      ? ''
      : `"disclosed":{"note":${canonicalString(disclosed.note)},"salt":${canonicalString(disclosed.salt)}},`;
  return `{${before}"entry":${start},"hash":${canonicalString(hash)}${rest}}\n`;
}

/** @param note a signed checkpoint */
export function checkpointLine(note: string): string {
  return `{"checkpoint":${canonicalString(note)}}\n`;
}
