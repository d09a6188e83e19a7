// SPDX-License-Identifier: Apache-2.0
/** The rows of acts: events whose act was redeemed, refused or reported, with the entries about them. */
import type { OutcomeSource, ReportedOutcome } from '@svc/contract';
import type { AuditDraft } from '@svc/core/audit-chain';
import type { Statement, Transaction } from '../../storage/db/index.ts';
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
  organization_id: string;
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
  const acts = new Map<string, WrittenAct>();
  changes.forEach(({ entry: { organizationId, subject }, act }, index) => {
    const entries = [last - changes.length + 1 + index];
    addAct(acts, { organization_id: organizationId, event_id: subject.id, ...act, entries });
  });
  const { text, values } = writeActs([...acts.values()]);
  await transaction.query(text, [...values]);
}

export type Acts = Map<string, WrittenAct>;

export const placeOf = (organizationId: string, eventId: string): string => `${organizationId} ${eventId}`;

/** Each event has one row in a statement. */
export function addAct(acts: Acts, act: WrittenAct): void {
  const place = placeOf(act.organization_id, act.event_id);
  const before = acts.get(place);
  acts.set(place, { ...before, ...act, entries: [...(before?.entries ?? []), ...(act.entries ?? [])] });
}

/** @param acts each event once; columns that are left out stay as they are stored */
export function writeActs(acts: readonly WrittenAct[]): Statement {
  return { text: WRITE_ACTS, values: [JSON.stringify(acts)] };
}

/** An outcome that is known stays. The one of a gateway is written without a look at the row. */
const kept = (column: string): string =>
  `CASE WHEN a.outcome IS NULL OR excluded.amended_at IS NOT NULL THEN excluded.${column} ELSE a.${column} END`;

const WRITE_ACTS = `
  INSERT INTO svc.acts AS a (organization_id, event_id, ${ACT_COLUMNS.join(', ')})
  SELECT d.organization_id, d.event_id, d.redeemed_at, d.redeem_key, d.forwarder_id,
    ARRAY(SELECT json_array_elements_text(COALESCE(d.refused, '[]'))), d.outcome, d.outcome_records, d.outcome_code,
    d.outcome_source, d.reported_at, d.amended_at, COALESCE(d.exceeds, false),
    ARRAY(SELECT json_array_elements_text(COALESCE(d.entries, '[]'))::bigint)
  FROM json_to_recordset($1) AS d (organization_id uuid, event_id uuid, redeemed_at timestamptz, redeem_key text,
    forwarder_id integer, refused json, outcome text, outcome_records integer, outcome_code text, outcome_source text,
    reported_at timestamptz, amended_at timestamptz, exceeds boolean, entries json)
  ON CONFLICT (organization_id, event_id) DO UPDATE SET
    redeemed_at = COALESCE(a.redeemed_at, excluded.redeemed_at),
    redeem_key = COALESCE(a.redeem_key, excluded.redeem_key),
    forwarder_id = COALESCE(a.forwarder_id, excluded.forwarder_id),
    refused = a.refused || ARRAY(SELECT unnest(excluded.refused) EXCEPT SELECT unnest(a.refused)),
    outcome = ${kept('outcome')}, outcome_records = ${kept('outcome_records')},
    outcome_code = ${kept('outcome_code')}, outcome_source = ${kept('outcome_source')},
    reported_at = ${kept('reported_at')}, amended_at = COALESCE(a.amended_at, excluded.amended_at),
    exceeds = ${kept('exceeds')}, entries = a.entries || excluded.entries`;
