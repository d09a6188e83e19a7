// SPDX-License-Identifier: Apache-2.0
/**
 * A bundle of 256 entries as a file: the canonical text of each on a line, compressed. The first line is whole. The
 * others lack `prevHash`, which is the hash of the line before and does not compress. The SHA-256 of a whole text is
 * the hash of its entry, so the root over them says which entries they are.
 */
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { type AuditEntry, hashText } from '@svc/core/audit-chain';
import { leafHashes, rootOver } from '@svc/core/audit-tree';
import { TILE_WIDTH } from './paths.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** No line is nearly this long. */
const LINE_BYTES_MAX = 1_048_576;
const MEMORY_LEVEL_MAX = 9;
/** The field behind `prevHash`. Within a text of JSON a quotation mark is escaped, so the last one is the field. */
const NEXT_FIELD = ',"seq":';
const METADATA_FIELD = ',"metadata":';
const FIELD_BEHIND = ',"organizationId":';

export interface Bundle {
  /** The entries in their order. */
  entries: readonly AuditEntry[];
  /** The metadata of each as the text that was hashed. */
  metadataTexts: readonly string[];
  /** The hashes of their leaves, 32 bytes each. */
  leaves: Buffer;
  /** The length of the lines. In memory they take a small multiple. */
  bytes: number;
}

/** @param texts the canonical texts of 256 entries, each linked to the one before */
export async function packBundle(texts: readonly string[]): Promise<Buffer> {
  const lines = texts.map((text, at) => (at === 0 ? text : text.slice(0, linkAt(text)) + text.slice(restAt(text))));
  return await pack(`${lines.join('\n')}\n`, { level: constants.Z_BEST_COMPRESSION, memLevel: MEMORY_LEVEL_MAX });
}

/** @param root what the database has kept of it @returns null when the file is another one, or damaged */
export async function unpackBundle(file: Buffer, root: Buffer): Promise<Bundle | null> {
  const text = await unpack(file, { maxOutputLength: TILE_WIDTH * LINE_BYTES_MAX }).catch(() => null);
  if (text === null) return null;
  const lines = text.toString('utf8').split('\n');
  if (lines.length !== TILE_WIDTH + 1 || lines.pop() !== '') return null;
  const texts: string[] = [];
  const hashes: string[] = [];
  for (const line of lines) {
    const prevHash = hashes.at(-1);
    const rest = restAt(line);
    texts.push(prevHash === undefined ? line : line.slice(0, rest) + linkTo(prevHash) + line.slice(rest));
    hashes.push(hashText(texts.at(-1) as string));
  }
  const leaves = leafHashes(Buffer.from(hashes.join(''), 'hex'));
  if (!rootOver(leaves).equals(root)) return null;
  const entries = texts.map((whole, at) => ({ ...(JSON.parse(whole) as AuditEntry), hash: hashes[at] as string }));
  return { entries, metadataTexts: texts.map(metadataTextOf), leaves, bytes: text.length };
}

/** Between two fields of the entry itself: no string holds them as they stand, and none behind has a field. */
function metadataTextOf(text: string): string {
  const begin = text.indexOf(METADATA_FIELD) + METADATA_FIELD.length;
  return text.slice(begin, text.lastIndexOf(FIELD_BEHIND));
}

const linkTo = (hash: string): string => `,"prevHash":"${hash}"`;
const restAt = (text: string): number => text.lastIndexOf(NEXT_FIELD);
const linkAt = (text: string): number => restAt(text) - linkTo('0'.repeat(64)).length;
