// SPDX-License-Identifier: Apache-2.0
/** Advances locked heads: the chain, the generation, the month's count. */

import { type AuditDraft, type ChainHead, type LinkedEntries, linkEntries } from '@svc/core/audit-chain';
import { enqueueChanges } from '../causes/index.ts';
import { type Columns, columnArrays, type Statement, type Transaction, unnested } from '../db/index.ts';
import { ofOrganization, tellWithCommit } from '../news/index.ts';
import { insertAuditEntries } from './audit-entries.ts';
import { type ChainedHead, type HeadRow, LOCK_FREE_HEADS } from './lock-heads.ts';

/** Metadata of one slice. A changed policy may have 400 KB of them. */
const SLICE_CHARACTERS = 262_144;

/** Links the entries and makes a new generation; without entries nothing has changed, and nothing is written. */
export async function advanceHead(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
  policySetVersion = head.policySetVersion,
): Promise<void> {
  if (entries.length === 0) return;
  const chain = await appendLinked(transaction, head, entries);
  await transaction.query(ADVANCE_RULES, [head.organizationId, ...columnsOf(chain), policySetVersion]);
}

/**
 * Links entries to the chain of a locked head and keeps the generation. It is for changes that no decision depends on,
 * such as the outcome of a review. It is called once for each locked head.
 * @returns the number of the last entry
 */
export async function appendEntries(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<number> {
  if (entries.length === 0) return head.chain.seq;
  const chain = await appendLinked(transaction, head, entries);
  await transaction.query(ADVANCE_CHAIN, [head.organizationId, ...columnsOf(chain)]);
  return chain.seq;
}

/** Entries are hashed and inserted in slices that end by their length: other requests come between. */
async function appendLinked(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<ChainHead> {
  let { chain } = head;
  for (const slice of slicesOf(chain, entries)) {
    await insertAuditEntries(transaction, slice);
    // A new organization is not told: its first owner has just made it, or has yet to come.
    if (head.chain.seq > 0) await enqueueChanges(transaction, slice.entries);
    chain = slice.head;
  }
  await tellWithCommit(transaction, ofOrganization(head.organizationId));
  return chain;
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

/** A head after a batch of decisions. */
export interface AdvancedHead {
  organization_id: string;
  audit_seq: number;
  /** Lower-case hex. */
  audit_hash: string;
  usage_month: string;
  usage_events: number;
}

/** Advances many heads to the last entry and the count of the month. */
export function advanceHeads(heads: readonly AdvancedHead[]): Statement {
  return { text: ADVANCE_HEADS, values: [JSON.stringify(heads)] };
}

const ADVANCE_HEADS = `
  UPDATE svc.organization_heads h
  SET audit_seq = d.audit_seq, audit_hash = decode(d.audit_hash, 'hex'), usage_month = d.usage_month,
    usage_events = d.usage_events
  FROM json_to_recordset($1) AS d (
    organization_id uuid, audit_seq bigint, audit_hash text, usage_month date, usage_events bigint)
  WHERE h.organization_id = d.organization_id`;

/** The head that a batch was linked to unseen. */
export type ExpectedHead = Pick<HeadRow, 'organization_id' | 'generation' | 'audit_seq' | 'audit_hash'>;

/**
 * Advances one head and fails with a division by zero unless it is the expected one. The rest of the transaction then
 * cannot commit. It waits for another holder of the head, and compares the head after it.
 */
export function moveHead(expected: ExpectedHead, next: Omit<HeadRow, 'policy_set_version'>): Statement {
  const known = [expected.organization_id, expected.generation, expected.audit_seq, expected.audit_hash];
  return { text: MOVE_HEAD, values: [...known, next.audit_seq, next.audit_hash, next.usage_month, next.usage_events] };
}

const MOVE_HEAD = `
  WITH moved AS (
    UPDATE svc.organization_heads
    SET audit_seq = $5, audit_hash = $6, usage_month = $7, usage_events = $8
    WHERE organization_id = $1 AND generation = $2 AND audit_seq = $3 AND audit_hash = $4
    RETURNING 1
  )
  SELECT 1 / count(*) AS expected FROM moved`;

const MOVED_COLUMNS = {
  organization_id: 'uuid',
  generation: 'bigint',
  audit_seq: 'bigint',
  audit_hash: 'bytea',
  next_seq: 'bigint',
  next_hash: 'bytea',
  usage_month: 'text',
  usage_events: 'bigint',
} as const satisfies Columns;

/**
 * Advances several heads and fails with a division by zero unless all of them are the expected ones. A head that
 * another transaction holds counts as another one: such a batch never waits for a lock.
 */
export function moveHeads(
  heads: readonly { expected: ExpectedHead; next: Omit<HeadRow, 'policy_set_version'> }[],
): Statement {
  const rows = heads.map(({ expected, next }) => ({
    organization_id: expected.organization_id,
    generation: expected.generation,
    audit_seq: expected.audit_seq,
    audit_hash: expected.audit_hash.toString('hex'),
    next_seq: next.audit_seq,
    next_hash: next.audit_hash.toString('hex'),
    usage_month: next.usage_month,
    usage_events: next.usage_events,
  }));
  return { text: MOVE_HEADS, values: columnArrays(MOVED_COLUMNS, rows) };
}

/** The heads are locked in id order, as everywhere, and compared in their newest version. */
const MOVE_HEADS = `
  WITH locked AS MATERIALIZED (${LOCK_FREE_HEADS}
  ), moved AS (
    UPDATE svc.organization_heads h
    SET audit_seq = d.next_seq, audit_hash = d.next_hash, usage_month = d.usage_month::date,
      usage_events = d.usage_events
    FROM (SELECT ${unnested(MOVED_COLUMNS)}) AS d (${Object.keys(MOVED_COLUMNS).join(', ')})
      JOIN locked l ON l.organization_id = d.organization_id
    WHERE h.organization_id = d.organization_id AND h.generation = d.generation AND h.audit_seq = d.audit_seq
      AND h.audit_hash = d.audit_hash
    RETURNING 1
  )
  SELECT 1 / (CASE WHEN count(*) = cardinality($1::uuid[]) THEN 1 ELSE 0 END) AS expected FROM moved`;

/** The LIVE events of an ended month. */
export interface EndedMonth {
  organization_id: string;
  /** The first day of the month, `YYYY-MM-DD`. */
  month: string;
  events: number;
}

/** Keeps counts that the heads no longer hold. */
export function keepMonths(months: readonly EndedMonth[]): Statement {
  return { text: INSERT_USAGE_MONTHS, values: [JSON.stringify(months)] };
}

const INSERT_USAGE_MONTHS = `
  INSERT INTO svc.usage_months (organization_id, month, events)
  SELECT * FROM json_to_recordset($1) AS d (organization_id uuid, month date, events bigint)
  ON CONFLICT DO NOTHING`;
