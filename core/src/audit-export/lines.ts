/** The lines of an export. Each is canonical JSON (RFC 8785), so that a value has one line and a line one reading. */
import { canonicalRest, canonicalStart, type UnparsedEntry } from '../audit-chain/index.ts';
import { canonicalString } from '../canonical-json/index.ts';

/** What opens the commitment to a note in the entry's metadata. */
export interface Disclosure {
  readonly note: string;
  /** 64 lowercase hex characters. */
  readonly salt: string;
}

/** An entry, but for its metadata, whose canonical text is passed beside it. */
export interface HashedEntry extends UnparsedEntry {
  readonly hash: string;
}

/** The first line: who signs. Lines end with a line feed. */
export function keyLine(verifierKey: string): string {
  return `{"key":${canonicalString(verifierKey)}}\n`;
}

/** @param metadata in canonical form */
export function entryLine(entry: HashedEntry, metadata: string, disclosed: Disclosure | null): string {
  return lineOf(canonicalStart(entry), entry.hash, canonicalRest(entry, metadata), disclosed);
}

/** The same from the two parts of the entry's canonical text, between which the hash has its place by the alphabet. */
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
