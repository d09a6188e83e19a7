// SPDX-License-Identifier: Apache-2.0
/** The compliance export: the recent LIVE events of an organization, as JSON or for spreadsheets. */
import {
  COMPLIANCE_COLUMNS,
  COMPLIANCE_EXPORT_DAYS,
  COMPLIANCE_EXPORT_FORMAT,
  type ComplianceEvent,
  type ComplianceExport,
  CSV_MARK,
  type CsvSeparator,
  csvRows,
  csvSeparatorFor,
  type EventItem,
  type Language,
} from '@svc/contract';
import type pg from 'pg';
import { selectProfile } from '../../people/accounts/index.ts';
import { actAsAdmin, type Changer } from '../../people/memberships/index.ts';
import { type EventItemRow, eventNumbers, ITEM_COLUMNS, ITEM_JOINS, itemOf } from '../../record/events/index.ts';
import { selectPlan } from '../../registry/plans/index.ts';
import { jsonPieces, pagesBy } from './json-file.ts';
import { readWhileThere } from './still-there.ts';

/** The events held in memory at once; a slow reader keeps one page waiting. */
const EVENTS_PER_PAGE = 500;
const DAY_MS = 86_400_000;

export interface ComplianceFile {
  format: 'json' | 'csv';
  /** For CSV; null: as the spreadsheets of the person's language have it. */
  separator: CsvSeparator | null;
  /** The language that the browser asks for, for a person who has chosen none. */
  language: Language;
}

/**
 * Holds the events of the last 90 days or of the retention, whichever is shorter, up to this moment. The export becomes
 * an entry of the audit chain.
 * @param pools for short work, and for what is read page by page
 * @returns the pieces of the file
 */
export async function openComplianceExport(
  { pool, reads }: { pool: pg.Pool; reads: pg.Pool },
  exporter: Changer & { organizationName: string },
  { format, separator, language }: ComplianceFile,
): Promise<AsyncGenerator<string>> {
  const { organizationId, organizationName: name } = exporter;
  const nowMs = pool.clock.nowMs();
  const range = await actAsAdmin(pool, exporter, async (transaction) => {
    const { limits } = await selectPlan(transaction, organizationId);
    const days = Math.min(COMPLIANCE_EXPORT_DAYS, limits.retentionDays ?? COMPLIANCE_EXPORT_DAYS);
    const from = new Date(nowMs - days * DAY_MS);
    // Under the lock of the head, so that this is the last event before the entry of the export.
    const [last] = await transaction.query<{ seq: number }>(SELECT_LAST, [organizationId]);
    const lastSeq = last?.seq ?? 0;
    const { lowest } = await eventNumbers(transaction, organizationId, from, null);
    const metadata = { format, from: from.toISOString(), lastSeq };
    const subject = { type: 'organization', id: organizationId };
    const chosen = await selectProfile(transaction, exporter.accountId);
    return {
      result: { from, firstSeq: lowest?.[0] ?? 0, lastSeq, chosen: chosen.language },
      changes: [{ kind: 'compliance.exported', subject, metadata }],
    };
  });
  const events = pagesOf(reads, organizationId, { ...range, nowMs });
  if (format === 'csv') return csvPieces(events, separator ?? csvSeparatorFor(range.chosen ?? language));
  const head: Omit<ComplianceExport, 'events'> = {
    format: COMPLIANCE_EXPORT_FORMAT,
    exportedAt: new Date(nowMs).toISOString(),
    organization: { id: organizationId, name },
    from: range.from.toISOString(),
  };
  return jsonPieces(head, { events });
}

const SELECT_LAST = `
  SELECT seq FROM svc.events WHERE organization_id = $1 AND sandbox = false ORDER BY seq DESC LIMIT 1`;

interface Range {
  from: Date;
  /** Some older events may follow it. */
  firstSeq: number;
  lastSeq: number;
  nowMs: number;
}

type Row = EventItemRow & Record<string, unknown>;

async function* pagesOf(
  reads: pg.Pool,
  organizationId: string,
  { from, firstSeq, lastSeq, nowMs }: Range,
): AsyncGenerator<readonly ComplianceEvent[]> {
  const pages = pagesBy<Row, number>(
    firstSeq - 1,
    EVENTS_PER_PAGE,
    (after) =>
      readWhileThere(reads, organizationId, (transaction) =>
        transaction.query<Row>(SELECT_PAGE, [organizationId, after, lastSeq, EVENTS_PER_PAGE]),
      ),
    ({ seq }) => seq,
  );
  for await (const page of pages) yield page.filter((row) => row.created_at >= from).map((row) => eventOf(row, nowMs));
}

const SELECT_PAGE = `
  SELECT ${ITEM_COLUMNS}
  FROM (
    SELECT * FROM svc.events
    WHERE organization_id = $1 AND sandbox = false AND seq > $2 AND seq <= $3
    ORDER BY seq LIMIT $4
  ) e
    LEFT JOIN LATERAL (
      SELECT * FROM svc.reviews WHERE organization_id = $1 AND event_id = e.id OFFSET 0
    ) AS r ON true
    ${ITEM_JOINS}
  ORDER BY e.seq`;

function eventOf(row: Row, nowMs: number): ComplianceEvent {
  const item = itemOf(row, nowMs);
  const { review } = item;
  return {
    id: item.id,
    seq: item.seq,
    createdAt: item.createdAt,
    agentId: item.agent.id,
    agent: item.agent.name,
    resourceId: item.resource.id,
    resource: item.resource.name,
    classification: item.resource.classification,
    action: item.action,
    destination: item.destination,
    recordsAffected: item.recordsAffected,
    decision: item.decision,
    finalDecision: item.finalDecision,
    evaluatedDecision: item.evaluatedDecision,
    monitored: item.monitored,
    riskLevel: item.riskLevel,
    riskScore: item.riskScore,
    reasons: item.reasons,
    policyId: item.policy?.id ?? null,
    policy: item.policy?.name ?? null,
    dlpFindings: item.dlpFindings,
    lgpdCategories: item.lgpdCategories,
    quotaExceeded: item.quotaExceeded,
    reviewStatus: review?.status ?? null,
    reviewDecidedAt: review?.decidedAt ?? null,
    reviewDecidedBy: row.review_decided_by,
    reviewDecidedRole: row.review_decided_role,
    reviewChannel: row.review_channel,
    reviewNote: review?.note ?? null,
    ...actOf(item),
    purpose: item.context?.purpose ?? null,
    destinationName: item.context?.destinationName ?? null,
    session: item.context?.session ?? null,
    link: item.context?.link ?? null,
    grantId: item.grant?.id ?? null,
  };
}

/** Lists stand in one cell. */
/** Redemption and outcome of the act. */
function actOf({ contentScanned, actionDigest, redemption, outcome, outcomeMissing }: EventItem) {
  return {
    contentScanned,
    actionDigest,
    redemption: redemption?.status ?? null,
    redeemableUntil: redemption?.redeemableUntil ?? null,
    redeemedAt: redemption?.redeemedAt ?? null,
    outcome: outcome?.status ?? null,
    outcomeSource: outcome?.source ?? null,
    outcomeRecordsAffected: outcome?.recordsAffected ?? null,
    outcomeCode: outcome?.code ?? null,
    outcomeReportedAt: outcome?.reportedAt ?? null,
    outcomeAmendedAt: outcome?.amendedAt ?? null,
    exceedsStated: outcome?.exceedsStated ?? null,
    outcomeMissing,
  };
}

async function* csvPieces(
  pages: AsyncIterable<readonly ComplianceEvent[]>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  yield CSV_MARK + csvRows([COMPLIANCE_COLUMNS], separator);
  for await (const page of pages) {
    const rows = page.map((event) => COMPLIANCE_COLUMNS.map((column) => cellOf(event[column])));
    if (rows.length > 0) yield csvRows(rows, separator);
  }
}

const cellOf = (value: ComplianceEvent[keyof ComplianceEvent]) => (Array.isArray(value) ? value.join('; ') : value);
