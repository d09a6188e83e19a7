// SPDX-License-Identifier: Apache-2.0
/** Linking entries to a chain, and checking that a chain is whole. */
import { canonicalJson } from '../canonical-json/index.ts';
import { type AuditDraft, type AuditEntry, canonicalEntryAround, hashEntry, hashText } from './entry.ts';

/** The end of a chain, to which the next entry is linked. */
export interface ChainHead {
  /** Number of the last entry; 0 before the first. */
  readonly seq: number;
  /** Hash of the last entry; 64 zeros before the first. */
  readonly hash: string;
}

export const EMPTY_CHAIN: ChainHead = Object.freeze({ seq: 0, hash: '0'.repeat(64) });

export interface LinkedEntries {
  readonly entries: AuditEntry[];
  /** The canonical JSON of each entry's metadata: the very text that was hashed. */
  readonly metadataTexts: string[];
  readonly head: ChainHead;
}

/** Numbers and links a batch of one organization's drafts, in their order, to the end of its chain. */
export function linkEntries(head: ChainHead, drafts: readonly AuditDraft[]): LinkedEntries {
  const entries: AuditEntry[] = [];
  const metadataTexts: string[] = [];
  let { seq, hash } = head;
  for (const draft of drafts) {
    seq += 1;
    // Written out field by field: a spread of this many fields takes longer than the hash.
    const { organizationId, at, kind, actor, subject, metadata } = draft;
    const prevHash = hash;
    const metadataText = canonicalJson(metadata);
    hash = hashText(canonicalEntryAround(metadataText, { seq, organizationId, at, kind, actor, subject, prevHash }));
    entries.push({ seq, organizationId, at, kind, actor, subject, metadata, prevHash, hash });
    metadataTexts.push(metadataText);
  }
  return { entries, metadataTexts, head: { seq, hash } };
}

/** The possible faults of an entry, in the order of the checks. */
export type ChainFaultCode = 'malformed' | 'wrong_organization' | 'wrong_seq' | 'wrong_prev_hash' | 'wrong_hash';

export interface ChainFault {
  /** The number that the wrong entry should have had. */
  readonly seq: number;
  readonly code: ChainFaultCode;
  /** An English sentence. */
  readonly message: string;
}

export type ChainVerification =
  | { readonly isValid: true; readonly head: ChainHead; readonly fault: null }
  | { readonly isValid: false; readonly head: ChainHead; readonly fault: ChainFault };

/**
 * Checks entries in order of seq and stops at the first wrong one. It reads the iterable once and keeps one entry, so a
 * chain of any length can be checked. `head` is the last entry known to be right (by default none). The answered head
 * is the last one that was found right.
 */
export function verifyEntries(entries: Iterable<AuditEntry>, head: ChainHead = EMPTY_CHAIN): ChainVerification {
  let last = head;
  let organizationId: string | null = null;
  for (const entry of entries) {
    const fault = entryFault(entry, last, organizationId);
    if (fault !== null) return { isValid: false, head: last, fault };
    last = { seq: entry.seq, hash: entry.hash };
    organizationId = entry.organizationId;
  }
  return { isValid: true, head: last, fault: null };
}

/**
 * The fault of one entry as the successor of `head`, or null. It serves readers that stream. The entry may come from a
 * file, so its shape is checked too, and a field that the hash does not cover is refused. `organizationId` is that of
 * the chain, null when this is the first entry seen.
 */
export function entryFault(entry: AuditEntry, head: ChainHead, organizationId: string | null): ChainFault | null {
  const fault = linkFault(entry, head, organizationId);
  if (fault !== null) return fault;
  const seq = head.seq + 1;
  const hash = recomputedHash(entry);
  if (hash === null) return faultOf(seq, 'malformed', `Entry ${seq} holds a value that canonical JSON does not know.`);
  if (hash !== entry.hash) return faultOf(seq, 'wrong_hash', `The contents of entry ${seq} do not match its hash.`);
  return null;
}

/** The same without the hash, for a reader that already has the canonical text. */
export function linkFault(entry: AuditEntry, head: ChainHead, organizationId: string | null): ChainFault | null {
  const seq = head.seq + 1;
  if (!isEntry(entry)) {
    return faultOf(seq, 'malformed', `Entry ${seq} does not have exactly the fields of an audit entry.`);
  }
  if (organizationId !== null && entry.organizationId !== organizationId) {
    return faultOf(seq, 'wrong_organization', `Entry ${seq} belongs to another organization.`);
  }
  if (entry.seq !== seq) {
    return faultOf(seq, 'wrong_seq', `Entry ${seq} is missing: found number ${entry.seq} in its place.`);
  }
  if (entry.prevHash !== head.hash) {
    return faultOf(seq, 'wrong_prev_hash', `Entry ${seq} is not linked to the entry before it.`);
  }
  return null;
}

function faultOf(seq: number, code: ChainFaultCode, message: string): ChainFault {
  return { seq, code, message };
}

/**
 * A file may hold a value that canonical JSON refuses, such as a lone surrogate. The entry is at fault, not the reader.
 */
function recomputedHash(entry: AuditEntry): string | null {
  try {
    return hashEntry(entry);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const TEXT_FIELDS = ['organizationId', 'at', 'kind', 'prevHash', 'hash'] as const;
const PARTY_FIELDS = ['actor', 'subject'] as const;
const ENTRY_FIELD_COUNT = TEXT_FIELDS.length + PARTY_FIELDS.length + 2;

function isEntry(value: unknown): value is AuditEntry {
  if (!isObject(value) || Object.keys(value).length !== ENTRY_FIELD_COUNT) return false;
  return (
    Number.isSafeInteger(value.seq) &&
    TEXT_FIELDS.every((field) => typeof value[field] === 'string') &&
    PARTY_FIELDS.every((field) => isParty(value[field])) &&
    isObject(value.metadata)
  );
}

function isParty(value: unknown): boolean {
  return (
    isObject(value) && Object.keys(value).length === 2 && typeof value.type === 'string' && typeof value.id === 'string'
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
