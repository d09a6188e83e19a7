// SPDX-License-Identifier: Apache-2.0
/**
 * Writing, signing and reading checkpoints.
 * Source: C2SP tlog-checkpoint and C2SP signed-note.
 */
import * as crypto from 'node:crypto';
import { CheckpointFault, KEY_ID_BYTES, type VerifierKey, verifierKeyOf } from './key.ts';

export interface Checkpoint {
  /** The number of covered entries: those from 1 to this. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Buffer;
}

/** The origin of an organization's checkpoints, which is also the name of the key. */
export function originOf(organizationId: string): string {
  return `svc/audit/${organizationId}`;
}

/** The signed note: three lines, a blank one, and one signature. Equal checkpoints have equal notes. */
export function signCheckpoint(origin: string, checkpoint: Checkpoint, privateKey: crypto.KeyObject): string {
  const body = bodyOf(origin, checkpoint);
  const signature = crypto.sign(null, Buffer.from(body, 'utf8'), privateKey);
  const { id } = verifierKeyOf(origin, crypto.createPublicKey(privateKey));
  return noteOf(origin, body, Buffer.concat([id, signature]));
}

const ROOT_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** No note that this reads is longer; longer text is not examined. */
const NOTE_CHARACTERS_MAX = 1_000;
const NOTE = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 ([^\n ]+) ([A-Za-z0-9+/]{91}=)\n$/;

/** A note by its form: its signature is not checked. */
interface ReadNote extends Checkpoint {
  readonly origin: string;
  /** The key id and the signature. */
  readonly signed: Buffer;
}

/**
 * Reads a note of this service, with one signature, which is not checked. A note has a single spelling: it must equal,
 * character for character, the one that would be written again.
 * @throws CheckpointFault with the reason
 */
export function parseCheckpoint(note: string): ReadNote {
  const parts = note.length <= NOTE_CHARACTERS_MAX ? NOTE.exec(note) : null;
  if (parts === null) throw new CheckpointFault('The checkpoint is no signed note of a tree with one signature.');
  const [, origin = '', sizeText = '', rootText = '', , signedText = ''] = parts;
  const read = { origin, size: Number(sizeText), root: Buffer.from(rootText, 'base64') };
  const signed = Buffer.from(signedText, 'base64');
  const isSafe = Number.isSafeInteger(read.size) && read.root.length === ROOT_BYTES;
  if (
    !isSafe ||
    signed.length !== KEY_ID_BYTES + SIGNATURE_BYTES ||
    noteOf(origin, bodyOf(origin, read), signed) !== note
  ) {
    throw new CheckpointFault('The checkpoint is not written as its values are.');
  }
  return { ...read, signed };
}

/**
 * Checks a note of this service, with the one signature of its own key.
 * @throws CheckpointFault with the reason
 */
export function readCheckpoint(note: string, key: VerifierKey): Checkpoint {
  const { origin, size, root, signed } = parseCheckpoint(note);
  if (origin !== key.name) throw new CheckpointFault(`The checkpoint is of ${origin}, the key of ${key.name}.`);
  if (!signed.subarray(0, KEY_ID_BYTES).equals(key.id)) {
    throw new CheckpointFault('The checkpoint is signed by another key.');
  }
  const body = bodyOf(origin, { size, root });
  if (!crypto.verify(null, Buffer.from(body, 'utf8'), key.publicKey, signed.subarray(KEY_ID_BYTES))) {
    throw new CheckpointFault('The signature of the checkpoint is wrong.');
  }
  return { size, root };
}

function bodyOf(origin: string, { size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/** @param signed the key id and the signature */
function noteOf(origin: string, body: string, signed: Buffer): string {
  return `${body}\n\u2014 ${origin} ${signed.toString('base64')}\n`;
}
