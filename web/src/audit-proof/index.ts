// SPDX-License-Identifier: Apache-2.0
/**
 * Checks in the browser that an entry is among those that a signed checkpoint covers (RFC 9162, section 2.1.3.2, and
 * C2SP signed notes). It trusts nothing of the answer but the public key in it, and says when it cannot even check
 * that.
 */
import type { AuditProof } from '@svc/contract';

type Covered = NonNullable<AuditProof['covered']>;

/**
 * `included`: path and signature are right. `unsigned`: the path is right, and this browser does not know Ed25519.
 * `wrong`: one of them is not. `unavailable`: the page is neither on https nor on this machine, where browsers offer no
 * cryptography.
 */
export type ProofOutcome = 'included' | 'unsigned' | 'wrong' | 'unavailable';

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const HASH_BYTES = 32;

export async function checkProof(hash: string, covered: Covered): Promise<ProofOutcome> {
  if (globalThis.crypto?.subtle === undefined) return 'unavailable';
  const checkpoint = readNote(covered.checkpoint);
  const key = readKey(covered.key);
  if (checkpoint === null || key === null || checkpoint.origin !== key.name) return 'wrong';
  if (checkpoint.size !== covered.size) return 'wrong';
  const root = await rootOf(hash, covered);
  if (root === null || !isSame(root, checkpoint.root)) return 'wrong';
  const isSigned = await isSignedBy(key.publicKey, checkpoint.body, checkpoint.signature);
  if (isSigned === null) return 'unsigned';
  return isSigned ? 'included' : 'wrong';
}

/** The proof as a file that other tools read (C2SP tlog-proof). */
export function proofFile({ index, path, checkpoint }: Covered): string {
  return ['c2sp.org/tlog-proof@v1', `index ${index}`, ...path, '', checkpoint].join('\n');
}

/** The root that leaf and path lead to; null when the path has not the length that the tree asks for. */
async function rootOf(hash: string, { index, size, path }: Covered): Promise<Uint8Array | null> {
  let [place, last] = [index, size - 1];
  if (!(place >= 0 && place <= last)) return null;
  let node = await sha256([0], fromHex(hash));
  for (const text of path) {
    const sibling = fromBase64(text);
    if (last === 0 || sibling?.length !== HASH_BYTES) return null;
    if (place % 2 === 1 || place === last) {
      node = await sha256([1], sibling, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else {
      node = await sha256([1], node, sibling);
    }
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : null;
}

interface ReadNote {
  origin: string;
  size: number;
  root: Uint8Array;
  body: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

function readNote(note: string): ReadNote | null {
  const [, body = '', origin = '', size = '', rootText = '', signed = ''] =
    /^(([^\n]+)\n(\d{1,16})\n([^\n]+)\n)\n\u2014 [^\n ]+ ([^\n ]+)\n$/.exec(note) ?? [];
  const [root, bytes] = [fromBase64(rootText), fromBase64(signed)];
  if (root === null || bytes === null || body === '') return null;
  return {
    origin,
    size: Number(size),
    root,
    body: new TextEncoder().encode(body),
    signature: bytes.slice(KEY_ID_BYTES),
  };
}

function readKey(text: string): { name: string; publicKey: Uint8Array<ArrayBuffer> } | null {
  const [, name = '', encoded = ''] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(text) ?? [];
  const typed = fromBase64(encoded);
  return typed?.[0] === ED25519 ? { name, publicKey: typed.slice(1) } : null;
}

/** Null when this browser knows no Ed25519. */
async function isSignedBy(
  publicKey: Uint8Array<ArrayBuffer>,
  body: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean | null> {
  try {
    const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, signature, body);
  } catch {
    return null;
  }
}

async function sha256(...parts: (readonly number[] | Uint8Array)[]): Promise<Uint8Array> {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
