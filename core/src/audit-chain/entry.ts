// SPDX-License-Identifier: Apache-2.0
/** Audit entries: their fields, their canonical text and their hash. */
import * as crypto from 'node:crypto';
import { canonicalJson, canonicalString, type JsonObject } from '../canonical-json/index.ts';

/** The actor: an id, never an e-mail address or a name, because hashed data stays. */
export interface AuditActor {
  readonly type: 'user' | 'key' | 'system';
  readonly id: string;
}

/** The target of the action. */
export interface AuditSubject {
  readonly type: string;
  readonly id: string;
}

/** An entry that is not yet part of a chain. */
export interface AuditDraft {
  readonly organizationId: string;
  /** RFC 3339, UTC, with milliseconds. */
  readonly at: string;
  /** Dotted, noun first: `decision.recorded`. */
  readonly kind: string;
  readonly actor: AuditActor;
  readonly subject: AuditSubject;
  readonly metadata: JsonObject;
}

/** Everything that the hash covers. */
export interface UnhashedEntry extends AuditDraft {
  /** From 1, without gaps. */
  readonly seq: number;
  /** The hash of the entry before; 64 zeros for the first. */
  readonly prevHash: string;
}

/** An entry with its metadata as the text that was hashed. */
export type UnparsedEntry = Omit<UnhashedEntry, 'metadata'>;

export interface AuditEntry extends UnhashedEntry {
  /** 64 lowercase hex characters. */
  readonly hash: string;
}

/** The hash of an entry: SHA-256 over its canonical JSON in UTF-8, as 64 lowercase hex characters. */
export function hashEntry(entry: UnhashedEntry): string {
  return hashText(canonicalEntry(entry));
}

/**
 * The canonical JSON (RFC 8785) of the eight hashed fields, and of no other field that the object may carry. It is
 * written out because every decision passes here: the keys are in order, and their text is constant. Throws a TypeError
 * when a value is not JSON.
 */
export function canonicalEntry(entry: UnhashedEntry): string {
  return canonicalEntryAround(canonicalJson(entry.metadata), entry);
}

/** The same, around the canonical JSON of the metadata. */
export function canonicalEntryAround(metadata: string, entry: UnparsedEntry): string {
  return canonicalStart(entry) + canonicalRest(entry, metadata);
}

/** The canonical text before the field `hash`, which stands in alphabetical order in an export. */
export function canonicalStart({ actor, at }: UnparsedEntry): string {
  return (
    `{"actor":{"id":${canonicalString(actor.id)},"type":${canonicalString(actor.type)}}` +
    `,"at":${canonicalString(at)}`
  );
}

/** The rest of the canonical text. @param metadata in canonical form */
export function canonicalRest(entry: UnparsedEntry, metadata: string): string {
  const { subject } = entry;
  return (
    `,"kind":${canonicalString(entry.kind)}` +
    `,"metadata":${metadata}` +
    `,"organizationId":${canonicalString(entry.organizationId)}` +
    `,"prevHash":${canonicalString(entry.prevHash)}` +
    `,"seq":${canonicalJson(entry.seq)}` +
    `,"subject":{"id":${canonicalString(subject.id)},"type":${canonicalString(subject.type)}}}`
  );
}

/**
 * SHA-256 in lowercase hex, of a text in UTF-8 or of bytes. The one-shot hash is twice as fast; Node has it since 20.12
 * and 21.7.
 */
export const hashText: (text: string | Uint8Array) => string =
  typeof crypto.hash === 'function'
    ? (text) => crypto.hash('sha256', text, 'hex')
    : (text) => crypto.createHash('sha256').update(text).digest('hex');
