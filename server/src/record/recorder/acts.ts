// SPDX-License-Identifier: Apache-2.0
/** The rows of acts: events whose act was redeemed, refused or reported, with the entries about them. */
import type { OutcomeSource, ReportedOutcome } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type { Transaction } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead } from '../../storage/heads/index.ts';

/** A row of `svc.acts`; every column is null when a left join found none. */
export interface ActRow {
  redeemed_at: Date | null;
  redeem_key: string | null;
  forwarder_id: number | null;
  refused: readonly string[] | null;
  outcome: ReportedOutcome | null;
  outcome_records: number | null;
  outcome_code: string | null;
  outcome_source: OutcomeSource | null;
  reported_at: Date | null;
  amended_at: Date | null;
  exceeds: boolean | null;
  /** Numbers of the audit entries about it. */
  entries: readonly number[] | null;
}

export const ACT_COLUMNS = [
  'redeemed_at',
  'redeem_key',
  'forwarder_id',
  'refused',
  'outcome',
  'outcome_records',
  'outcome_code',
  'outcome_source',
  'reported_at',
  'amended_at',
  'exceeds',
  'entries',
] as const satisfies readonly (keyof ActRow)[];

export interface WrittenAct extends Partial<ActRow> {
  event_id: string;
}

/**
 * Appends entries about acts beside what changes in them. It is called once for each locked head.
 * @param changes each with the columns that change; an event may have several
 */
export async function appendActs(
  transaction: Transaction,
  head: ChainedHead,
  changes: readonly { entry: AuditDraft; act: Partial<ActRow> }[],
): Promise<void> {
  if (changes.length === 0) return;
  const last = await appendEntries(
    transaction,
    head,
    changes.map(({ entry }) => entry),
  );
  const acts: Acts = new Map();
  changes.forEach(({ entry: { subject }, act }, index) => {
    addAct(acts, { event_id: subject.id, ...act, entries: [last - changes.length + 1 + index] });
  });
  await transaction.query(WRITE_ACTS, [head.organizationId, JSON.stringify([...acts.values()])]);
}

/** The acts of one organization, by event: each event has one row in a statement. */
export type Acts = Map<string, WrittenAct>;

export function addAct(acts: Acts, act: WrittenAct): void {
  const before = acts.get(act.event_id);
  acts.set(act.event_id, { ...before, ...act, entries: [...(before?.entries ?? []), ...(act.entries ?? [])] });
}

const WRITE_ACTS = 'SELECT svc.write_acts($1, $2)';
