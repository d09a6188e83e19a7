// SPDX-License-Identifier: Apache-2.0
/** Checks an export as it streams by, and names its first fault. */

import { type ActCheck, checkActs } from '../act-trail/index.ts';
import { digestOfEntry } from '../action-digest/index.ts';
import { type AuditEntry, type ChainHead, EMPTY_CHAIN } from '../audit-chain/index.ts';
import { openTree } from '../audit-tree/index.ts';
import {
  type Checkpoint,
  CheckpointFault,
  originOf,
  readCheckpoint,
  readVerifierKey,
  type VerifierKey,
} from '../checkpoint/index.ts';
import { readEntry } from './entry-line.ts';
import { splitLines } from './line-splitter.ts';
import { checkpointLine, keyLine } from './lines.ts';
import type { ExportFault, ExportFaultCode, ExportVerification } from './verification.ts';

/** No line of an export is nearly this long; the longest holds an entry and a note. */
export const EXPORT_LINE_BYTES_MAX = 1_048_576;

export interface ExportVerifierOptions {
  /** The trusted verifier key; null trusts the key in the export. */
  readonly key: string | null;
  /** An earlier checkpoint, as the signed note; null when there is none. */
  readonly since: string | null;
  /** The origin of the pages on which approvals were signed; left out: any that agrees with its relying party. */
  readonly origin?: string | null;
  /** Gets each entry that is found right in its place, before any checkpoint over it. `line` is its text. */
  readonly onEntry?: (entry: AuditEntry, line: string) => void;
}

export interface ExportVerifier {
  /** @returns false after a fault: no more is read then */
  push(chunk: Uint8Array): boolean;
  /** Returns the result, after the last chunk or the fault. */
  end(): ExportVerification;
}

/** Malformed input is always a fault, never an exception. */
export function verifyExport(options: ExportVerifierOptions): ExportVerifier {
  const lines = splitLines(EXPORT_LINE_BYTES_MAX);
  const reading = new Reading(options);
  return {
    push(chunk) {
      if (reading.fault !== null) return false;
      lines.feed(chunk);
      while (reading.fault === null) {
        const line = lines.next();
        if (line === null) return true;
        reading.readLine(line);
      }
      return false;
    },
    end() {
      if (reading.fault === null) reading.readEnd(lines.rest());
      return reading.verification();
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The origin of an organization's checkpoints. */
const KEY_NAME = /^svc\/audit\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

class Reading {
  fault: ExportFault | null = null;
  #line = 0;
  /** Nothing but the end may follow an empty line. */
  #hasEmptyLine = false;
  #key: VerifierKey | null = null;
  #head: ChainHead = EMPTY_CHAIN;
  #checkpoint: { note: string; size: number } | null = null;
  #checkpoints = 0;
  #digests = 0;
  #since: Checkpoint | null = null;
  /** The first wrong one. */
  #actFault: ExportFault | null = null;
  readonly #acts: ActCheck;
  readonly #tree = openTree();
  readonly #options: ExportVerifierOptions;

  constructor(options: ExportVerifierOptions) {
    this.#options = options;
    this.#acts = checkActs({ origin: options.origin ?? null });
  }

  readLine(line: Uint8Array | 'too_long'): void {
    const bytes = this.#line === 0 ? withoutMark(line) : line;
    if (bytes.length === 0) {
      this.#hasEmptyLine = true;
      return;
    }
    this.#line += 1;
    this.fault = this.#hasEmptyLine ? this.#fault('bad_line', 'The line is empty.') : this.#read(bytes);
  }

  #read(bytes: Uint8Array | 'too_long'): ExportFault | null {
    if (bytes === 'too_long') return this.#fault('bad_line', `The line is longer than ${EXPORT_LINE_BYTES_MAX} bytes.`);
    const text = textOf(bytes);
    const value = text === null ? null : objectOf(text);
    if (text === null || value === null) return this.#fault('bad_line', 'The line is no JSON object in UTF-8.');
    if (this.#key === null) return this.#readKey(text, value);
    if ('checkpoint' in value) return this.#readCheckpoint(text, value.checkpoint, this.#key);
    return this.#readEntry(text, value, this.#key);
  }

  /** @param rest is the last line, when no line feed ends it */
  readEnd(rest: Uint8Array | 'too_long'): void {
    this.readLine(rest);
    const isCut = rest !== 'too_long' && rest.length > 0 && this.fault?.code === 'bad_line';
    if (this.fault === null || isCut) this.fault = this.#endFault(!isCut);
  }

  #endFault(endsWithLine: boolean): ExportFault | null {
    const isWhole = endsWithLine && this.#checkpoint !== null && this.#checkpoint.size === this.#tree.size;
    if (this.#since !== null && this.#since.size > this.#tree.size) {
      const message = `The earlier checkpoint covers ${this.#since.size} entries, the export ${this.#tree.size}.`;
      return this.#fault('cut', message, this.#tree.size + 1);
    }
    if (isWhole) return this.#actFault;
    const message = 'The end is missing: the last line is no checkpoint over the last entry.';
    return this.#fault('incomplete', message, this.#tree.size + 1);
  }

  verification(): ExportVerification {
    return {
      isValid: this.fault === null,
      fault: this.fault,
      entries: this.#head.seq,
      lastHash: this.#head.hash,
      checkpoints: this.#checkpoints,
      digests: this.#digests,
      ...this.#acts.counts(),
      checkpoint: this.#checkpoint?.note ?? null,
      key: this.#key?.text ?? null,
    };
  }

  #readKey(text: string, value: Record<string, unknown>): ExportFault | null {
    const { key } = value;
    if (typeof key !== 'string' || !isLine(text, () => keyLine(key))) {
      return this.#fault('wrong_key', 'The first line is no key line.');
    }
    const trusted = this.#options.key;
    if (trusted !== null && trusted !== key) return this.#fault('wrong_key', 'The key is not the one that is trusted.');
    const read = attempt(() => readVerifierKey(key));
    if (read instanceof CheckpointFault) return this.#fault('wrong_key', read.message);
    if (!KEY_NAME.test(read.name)) return this.#fault('wrong_key', 'The key is not one of an organization.');
    this.#key = read;
    const { since } = this.#options;
    if (since === null) return null;
    const checkpoint = attempt(() => readCheckpoint(since, read));
    if (checkpoint instanceof CheckpointFault) {
      return this.#fault('wrong_since', `The earlier checkpoint is none of this key. ${checkpoint.message}`);
    }
    this.#since = checkpoint;
    return this.#compareSince();
  }

  #readEntry(text: string, value: Record<string, unknown>, key: VerifierKey): ExportFault | null {
    const entry = readEntry(text, value, this.#head);
    if ('code' in entry) return this.#fault(entry.code, entry.message, entry.seq);
    if (originOf(entry.organizationId) !== key.name) {
      return this.#fault('wrong_organization', `The entry is not one of ${key.name}.`, entry.seq);
    }
    const digest = entry.kind === 'decision.recorded' ? digestOfEntry(entry) : null;
    if (digest !== null && digest.recorded !== digest.computed) {
      return this.#fault('wrong_digest', 'The digest of the act is not that of its entry.', entry.seq);
    }
    if (digest !== null) this.#digests += 1;
    const wrong = this.#acts.read(entry);
    if (wrong !== null) this.#actFault ??= this.#fault(wrong.code, wrong.message, entry.seq);
    this.#head = entry;
    this.#tree.append(entry.hash);
    this.#options.onEntry?.(entry, text);
    return this.#compareSince();
  }

  #readCheckpoint(text: string, note: unknown, key: VerifierKey): ExportFault | null {
    if (typeof note !== 'string' || !isLine(text, () => checkpointLine(note))) {
      return this.#fault('bad_line', 'The line is no checkpoint line.');
    }
    const checkpoint = attempt(() => readCheckpoint(note, key));
    if (checkpoint instanceof CheckpointFault) return this.#fault('wrong_checkpoint', checkpoint.message);
    const { size } = this.#tree;
    const covered = this.#checkpoint?.size ?? 0;
    if (checkpoint.size !== size || (size === covered && this.#checkpoint !== null)) {
      const message = `The checkpoint is of ${checkpoint.size} entries, and stands after ${size}.`;
      return this.#fault('wrong_checkpoint', message, Math.min(checkpoint.size, size) + 1);
    }
    if (!checkpoint.root.equals(this.#tree.root())) {
      const message = `Entries ${covered + 1} to ${size} are not those that the checkpoint was signed over.`;
      return this.#fault('wrong_root', message, covered + 1);
    }
    this.#checkpoint = { note, size };
    this.#checkpoints += 1;
    return null;
  }

  #compareSince(): ExportFault | null {
    const since = this.#since;
    if (since === null || since.size !== this.#tree.size || since.root.equals(this.#tree.root())) return null;
    const message = `Among entries 1 to ${since.size} are others than those that the earlier checkpoint covers.`;
    return this.#fault('rewritten', message, 1);
  }

  #fault(code: ExportFaultCode, message: string, seq: number | null = null): ExportFault {
    return { line: this.#line, seq, code, message };
  }
}

function withoutMark(line: Uint8Array | 'too_long'): Uint8Array | 'too_long' {
  if (line === 'too_long' || !BYTE_ORDER_MARK.equals(line.subarray(0, BYTE_ORDER_MARK.length))) return line;
  return line.subarray(BYTE_ORDER_MARK.length);
}

/** Returns null for bytes that are not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** JSON can name half of a surrogate pair, which cannot be written at all. */
function isLine(text: string, write: () => string): boolean {
  try {
    return `${text}\n` === write();
  } catch {
    return false;
  }
}

function attempt<Result>(read: () => Result): Result | CheckpointFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof CheckpointFault) return error;
    throw error;
  }
}
