// SPDX-License-Identifier: Apache-2.0
/** Reads the line of an entry: its place in the chain, its own text, its hash and its disclosed note. */
import {
  type AuditEntry,
  type ChainFaultCode,
  type ChainHead,
  COMMITMENT_SALT,
  canonicalRest,
  canonicalStart,
  commitText,
  hashText,
  linkFault,
} from '../audit-chain/index.ts';
import { canonicalJson } from '../canonical-json/index.ts';
import { type Disclosure, lineOf } from './lines.ts';

export type EntryFaultCode =
  | ChainFaultCode
  /** The line is not the canonical text of its value. */
  | 'not_canonical'
  /** The disclosed note does not match the entry's commitment. */
  | 'wrong_disclosure';

interface EntryFault {
  readonly seq: number;
  readonly code: EntryFaultCode;
  readonly message: string;
}

/** A policy nests 32 groups, which are two levels each. Deeper levels than any entry has are not followed. */
const LEVELS_MAX = 128;

/** @param value the parsed JSON of the line @param head the entry before */
export function readEntry(text: string, value: Record<string, unknown>, head: ChainHead): AuditEntry | EntryFault {
  const seq = head.seq + 1;
  const fault = (code: EntryFaultCode, message: string): EntryFault => ({ seq, code, message });
  const entry = value.entry as AuditEntry;
  const disclosed = value.disclosed ?? null;
  if (entry === undefined || (disclosed !== null && !isDisclosure(disclosed))) {
    return fault('malformed', `The line of entry ${seq} is no entry line.`);
  }
  const unlinked = linkFault(entry, head, null);
  if (unlinked !== null) return unlinked;
  const written = writtenOf(entry, disclosed);
  if (written === null) return fault('malformed', `Entry ${seq} holds a value that canonical JSON does not know.`);
  if (written.line !== `${text}\n`) return fault('not_canonical', `Entry ${seq} is not written as its value is.`);
  if (written.hash !== entry.hash) return fault('wrong_hash', `The contents of entry ${seq} do not match its hash.`);
  if (disclosed !== null && commitText(disclosed.salt, disclosed.note) !== entry.metadata.noteCommitment) {
    return fault('wrong_disclosure', `The note beside entry ${seq} is not the one that the entry commits to.`);
  }
  return entry;
}

function isDisclosure(value: unknown): value is Disclosure {
  if (typeof value !== 'object' || value === null) return false;
  const { note, salt } = value as Record<string, unknown>;
  return typeof note === 'string' && note.isWellFormed() && typeof salt === 'string' && COMMITMENT_SALT.test(salt);
}

/** The line of this value, and the hash of its canonical text. Null for a value without canonical JSON. */
function writtenOf(entry: AuditEntry, disclosed: Disclosure | null): { line: string; hash: string } | null {
  if (!nestsAtMost(entry.metadata, LEVELS_MAX)) return null;
  try {
    const start = canonicalStart(entry);
    const rest = canonicalRest(entry, canonicalJson(entry.metadata));
    return { line: lineOf(start, entry.hash, rest, disclosed), hash: hashText(start + rest) };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  for (const key in value) {
    if (!nestsAtMost((value as Record<string, unknown>)[key], levels - 1)) return false;
  }
  return true;
}
