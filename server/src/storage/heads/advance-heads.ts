// SPDX-License-Identifier: Apache-2.0
/** Advances locked heads: the chain and the generation. */

import { type AuditDraft, type ChainHead, type LinkedEntries, linkEntries } from '@svc/core/audit-chain';
import { enqueueChanges } from '../causes/index.ts';
import type { Transaction } from '../db/index.ts';
import { endedByChanges } from '../grant-ends/index.ts';
import { ofOrganization, tellWithCommit } from '../news/index.ts';
import { insertAuditEntries } from './audit-entries.ts';
import type { ChainedHead } from './lock-heads.ts';

/** Metadata of one slice. A changed policy may have 400 KB of them. */
const SLICE_CHARACTERS = 262_144;

/**
 * Links the entries and makes a new generation; without entries nothing has changed, and nothing is written. Grants
 * that stood on what was changed end with it.
 * @returns the number of the last of these entries
 */
export async function advanceHead(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
  policySetVersion = head.policySetVersion,
): Promise<number> {
  const { seq } = head.chain;
  if (entries.length === 0) return seq;
  const ends = await endedByChanges(transaction, head.organizationId, entries);
  await appendLinked(transaction, head, [...entries, ...ends]);
  head.policySetVersion = policySetVersion;
  await transaction.query(ADVANCE_RULES, [head.organizationId, ...columnsOf(head.chain), policySetVersion]);
  return seq + entries.length;
}

/**
 * Links entries to the chain of a locked head and keeps the generation. It is for changes that no decision depends on,
 * such as the outcome of a review. One that ends a grant makes a new generation all the same.
 * @returns the number of the last of these entries
 */
export async function appendEntries(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<number> {
  const { seq } = head.chain;
  if (entries.length === 0) return seq;
  const ends = await endedByChanges(transaction, head.organizationId, entries);
  await appendLinked(transaction, head, [...entries, ...ends]);
  if (ends.length === 0) await transaction.query(ADVANCE_CHAIN, [head.organizationId, ...columnsOf(head.chain)]);
  else await transaction.query(ADVANCE_RULES, [head.organizationId, ...columnsOf(head.chain), head.policySetVersion]);
  return seq + entries.length;
}

/**
 * Entries are hashed and inserted in slices that end by their length: other requests come between. The head moves to
 * the last one, so that more entries may follow in the same transaction.
 */
async function appendLinked(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<void> {
  const isNew = head.chain.seq === 0;
  for (const slice of slicesOf(head.chain, entries)) {
    await insertAuditEntries(transaction, head.organizationId, slice);
    // A new organization is not told: its first owner has just made it, or has yet to come.
    if (!isNew) await enqueueChanges(transaction, slice.entries);
    head.chain = slice.head;
  }
  await tellWithCommit(transaction, ofOrganization(head.organizationId));
}

function* slicesOf(chain: ChainHead, drafts: readonly AuditDraft[]): Generator<LinkedEntries, void> {
  let slice: LinkedEntries = { entries: [], metadataTexts: [], head: chain };
  let characters = 0;
  for (const draft of drafts) {
    const { entries, metadataTexts, head } = linkEntries(slice.head, [draft]);
    slice.entries.push(...entries);
    slice.metadataTexts.push(...metadataTexts);
    slice = { ...slice, head };
    characters += metadataTexts[0]?.length ?? 0;
    if (characters < SLICE_CHARACTERS) continue;
    yield slice;
    [slice, characters] = [{ entries: [], metadataTexts: [], head }, 0];
  }
  if (slice.entries.length > 0) yield slice;
}

function columnsOf({ seq, hash }: ChainHead): [number, Buffer] {
  return [seq, Buffer.from(hash, 'hex')];
}

const ADVANCE_RULES = `
  UPDATE svc.organization_heads
  SET generation = generation + 1, audit_seq = $2, audit_hash = $3, policy_set_version = $4
  WHERE organization_id = $1`;

const ADVANCE_CHAIN = `
  UPDATE svc.organization_heads SET audit_seq = $2, audit_hash = $3 WHERE organization_id = $1`;
