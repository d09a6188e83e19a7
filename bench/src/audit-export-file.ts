// SPDX-License-Identifier: Apache-2.0
/** Writes an export of any length, in the service's form, without holding it in memory. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type AuditDraft, type ChainHead, EMPTY_CHAIN, linkEntries } from '@svc/core/audit-chain';
import { checkpointLine, entryLine, keyLine } from '@svc/core/audit-export';
import { openTree } from '@svc/core/audit-tree';
import { originOf, signCheckpoint, verifierKeyOf } from '@svc/core/checkpoint';

const ORGANIZATION_ID = '018f0000-0000-7000-8000-000000000001';
/** About ten seconds of an organization with ten decisions a second. */
const ENTRIES_PER_CHECKPOINT = 100;

/**
 * @param entries a multiple of the entries of a checkpoint
 * @param entryAt the entry of an index, from 0
 */
export async function writeAuditExport(path: string, entries: number, entryAt = decision): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const origin = originOf(ORGANIZATION_ID);
  const file = createWriteStream(path);
  file.write(keyLine(verifierKeyOf(origin, createPublicKey(privateKey)).text));
  const tree = openTree();
  let head: ChainHead = EMPTY_CHAIN;
  while (tree.size < entries) {
    const drafts = Array.from({ length: ENTRIES_PER_CHECKPOINT }, (_, index) => entryAt(tree.size + index));
    const linked = linkEntries(head, drafts);
    head = linked.head;
    const lines = linked.entries.map((entry, index) => entryLine(entry, linked.metadataTexts[index] ?? '{}', null));
    for (const { hash } of linked.entries) tree.append(hash);
    lines.push(checkpointLine(signCheckpoint(origin, { size: tree.size, root: tree.root() }, privateKey)));
    if (!file.write(lines.join(''))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

/** An entry with every field of a decision. */
function decision(index: number): AuditDraft {
  const id = `018f0000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
  return {
    organizationId: ORGANIZATION_ID,
    at: new Date(1_763_647_200_000 + index * 100).toISOString(),
    kind: 'decision.recorded',
    actor: { type: 'key', id },
    subject: { type: 'event', id },
    metadata: {
      action: 'EXPORT_DATA',
      agentId: id,
      agentName: 'billing-bot',
      classification: 'CUSTOMER_PII',
      decision: 'REVIEW',
      destination: 'EXTERNAL_API',
      dlpFindings: ['CPF', 'EMAIL'],
      evaluatedDecision: 'REVIEW',
      keyPrefix: 'key_live_0123456',
      lgpdCategories: ['IDENTIFICATION', 'CONTACT'],
      monitored: false,
      policyId: id,
      policySetVersion: 12,
      quotaExceeded: false,
      recordsAffected: index % 5_000,
      resourceId: id,
      resourceName: 'customers',
      riskLevel: 'HIGH',
      riskScore: index % 101,
      sandbox: false,
    },
  };
}
