// SPDX-License-Identifier: Apache-2.0
/** An export that was changed, with its chain, digests and checkpoint made again: every verifier finds it valid. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { digestOfEntry } from '../../core/src/action-digest/index.ts';
import { type AuditDraft, type AuditEntry, EMPTY_CHAIN, linkEntries } from '../../core/src/audit-chain/index.ts';
import { checkpointLine, entryLine, keyLine } from '../../core/src/audit-export/index.ts';
import { openTree } from '../../core/src/audit-tree/index.ts';
import { originOf, signCheckpoint, verifierKeyOf } from '../../core/src/checkpoint/index.ts';

const { privateKey } = generateKeyPairSync('ed25519');

/** The entries of an export, in their order. */
export function entriesIn(text: string): AuditEntry[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{"entry":') || line.startsWith('{"disclosed":'))
    .map((line) => (JSON.parse(line) as { entry: AuditEntry }).entry);
}

/** @param drafts of one organization, at least one; their place gives them their number */
export function linkedExport(drafts: readonly AuditDraft[]): string {
  const origin = originOf(drafts[0]?.organizationId ?? '');
  const { entries, metadataTexts } = linkEntries(EMPTY_CHAIN, drafts.map(withDigest));
  const tree = openTree();
  for (const { hash } of entries) tree.append(hash);
  const note = signCheckpoint(origin, { size: tree.size, root: tree.root() }, privateKey);
  return [
    keyLine(verifierKeyOf(origin, createPublicKey(privateKey)).text),
    ...entries.map((entry, at) => entryLine(entry, metadataTexts[at] ?? '', null)),
    checkpointLine(note),
  ].join('');
}

/** The digest of the act is made again. */
export function withDigest(draft: AuditDraft): AuditDraft {
  const computed = draft.kind === 'decision.recorded' ? digestOfEntry(draft)?.computed : undefined;
  return computed === undefined ? draft : { ...draft, metadata: { ...draft.metadata, actionDigest: computed } };
}
