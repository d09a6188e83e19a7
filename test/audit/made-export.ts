// SPDX-License-Identifier: Apache-2.0
/** Exports made in memory, line by line, in the service's form: for tests that need many of them. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { digestOfEntry } from '../../core/src/action-digest/index.ts';
import { type AuditDraft, commitText, EMPTY_CHAIN, linkEntries } from '../../core/src/audit-chain/index.ts';
import { checkpointLine, type Disclosure, entryLine, keyLine } from '../../core/src/audit-export/index.ts';
import { openTree } from '../../core/src/audit-tree/index.ts';
import { canonicalJson, type JsonObject } from '../../core/src/canonical-json/index.ts';
import { originOf, signCheckpoint, verifierKeyOf } from '../../core/src/checkpoint/index.ts';

export const ORGANIZATION_ID = '018f0000-0000-7000-8000-000000000001';
export const NOTE = 'Cliente confirmou por telefone: é a José "Zé" 😀';

export interface ExportOrder {
  organizationId?: string;
  entries: number;
  /** Sizes at which a checkpoint is signed; there is always one at the end. */
  checkpointsAt?: readonly number[];
  privateKey: KeyObject;
  /** Text in each entry, so that two exports have different histories. */
  story?: string;
  /** The digest of each act, in place of the right one. */
  digest?: string | null;
  /** Additional fields of each decision. */
  extra?: JsonObject;
}

export interface MadeExport {
  lines: string[];
  text: string;
  verifierKey: string;
  /** Signed notes in order. */
  notes: string[];
}

/** Every third entry is the outcome of a review, whose note is disclosed. */
export function makeExport(order: ExportOrder): MadeExport {
  const organizationId = order.organizationId ?? ORGANIZATION_ID;
  const origin = originOf(organizationId);
  const verifierKey = verifierKeyOf(origin, createPublicKey(order.privateKey)).text;
  const lines = [keyLine(verifierKey)];
  const notes: string[] = [];
  const tree = openTree();
  const sizes = new Set([...(order.checkpointsAt ?? []), order.entries]);
  const drafts = Array.from({ length: order.entries }, (_, index) => draftOf(organizationId, index, order));
  const linked = linkEntries(EMPTY_CHAIN, drafts);
  for (const [index, entry] of linked.entries.entries()) {
    lines.push(entryLine(entry, canonicalJson(entry.metadata), disclosureOf(index)));
    tree.append(entry.hash);
    if (!sizes.has(tree.size)) continue;
    const note = signCheckpoint(origin, { size: tree.size, root: tree.root() }, order.privateKey);
    notes.push(note);
    lines.push(checkpointLine(note));
  }
  return { lines, text: lines.join(''), verifierKey, notes };
}

function disclosureOf(index: number): Disclosure | null {
  return index % 3 === 1 ? { note: NOTE, salt: index.toString(16).padStart(64, '0') } : null;
}

function draftOf(organizationId: string, index: number, order: ExportOrder): AuditDraft {
  const disclosed = disclosureOf(index);
  const id = `018f0000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
  return {
    organizationId,
    at: new Date(1_763_647_200_000 + index * 1_000).toISOString(),
    kind: disclosed === null ? 'decision.recorded' : 'review.approved',
    actor: { type: disclosed === null ? 'key' : 'user', id },
    subject: { type: disclosed === null ? 'event' : 'review', id },
    metadata:
      disclosed === null
        ? bound(organizationId, id, decision(index, order), order)
        : { eventId: id, noteCommitment: commitmentOf(disclosed) },
  };
}

/** With the digest of the act. */
function bound(organizationId: string, id: string, metadata: JsonObject, { digest }: ExportOrder): JsonObject {
  const entry = { organizationId, subject: { id }, metadata: { ...metadata, actionDigest: '' } };
  return { ...metadata, actionDigest: digest === undefined ? (digestOfEntry(entry)?.computed ?? null) : digest };
}

const commitmentOf = ({ salt, note }: Disclosure) => commitText(salt, note);

function decision(index: number, { story = 'a', extra = {} }: ExportOrder): JsonObject {
  return {
    ...extra,
    agentName: `agênte ${story}`,
    dlpFindings: ['CPF', 'EMAIL'],
    policyId: null,
    quotaExceeded: index % 2 === 0,
    recordsAffected: index * 1_000,
    riskScore: index % 101,
    share: index / 8,
  };
}
