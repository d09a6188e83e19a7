/**
 * Writing, signing and reading checkpoints.
 * Source: C2SP tlog-checkpoint and C2SP signed-note.
 */
import * as crypto from 'node:crypto';
import { CheckpointFault, type VerifierKey, verifierKeyOf } from './key.ts';

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
  return noteOf(origin, body, id, signature);
}

const ROOT_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** No note that this reads is longer; longer text is not examined. */
const NOTE_CHARACTERS_MAX = 1_000;
const NOTE = /^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n\n\u2014 ([^\n ]+) ([A-Za-z0-9+/]{91}=)\n$/;

/**
 * Checks a note of this service, with the one signature of its own key. A note has a single spelling: it must equal,
 * character for character, the one that would be written again.
 * @throws CheckpointFault with the reason
 */
export function readCheckpoint(note: string, key: VerifierKey): Checkpoint {
  const parts = note.length <= NOTE_CHARACTERS_MAX ? NOTE.exec(note) : null;
  if (parts === null) throw new CheckpointFault('The checkpoint is no signed note of a tree with one signature.');
  const [, origin = '', sizeText = '', rootText = '', , signed = ''] = parts;
  if (origin !== key.name) throw new CheckpointFault(`The checkpoint is of ${origin}, the key of ${key.name}.`);
  const signature = Buffer.from(signed, 'base64');
  const checkpoint = { size: Number(sizeText), root: Buffer.from(rootText, 'base64') };
  const body = bodyOf(origin, checkpoint);
  if (!signature.subarray(0, key.id.length).equals(key.id)) {
    throw new CheckpointFault('The checkpoint is signed by another key.');
  }
  const bytes = signature.subarray(key.id.length);
  const isSafe = Number.isSafeInteger(checkpoint.size) && checkpoint.root.length === ROOT_BYTES;
  if (!isSafe || bytes.length !== SIGNATURE_BYTES || noteOf(origin, body, key.id, bytes) !== note) {
    throw new CheckpointFault('The checkpoint is not written as its values are.');
  }
  if (!crypto.verify(null, Buffer.from(body, 'utf8'), key.publicKey, bytes)) {
    throw new CheckpointFault('The signature of the checkpoint is wrong.');
  }
  return checkpoint;
}

function bodyOf(origin: string, { size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

function noteOf(origin: string, body: string, keyId: Buffer, signature: Buffer): string {
  return `${body}\n\u2014 ${origin} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}
