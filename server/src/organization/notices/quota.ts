// SPDX-License-Identifier: Apache-2.0
/** Tells owners and admins, by mail, when 80 and 100 % of the month's quota are reached: each once a month. */
import type pg from 'pg';
import { enqueueMail } from '../../outgoing/mail/index.ts';
import { limitsOfRow, type PlanRow, sharesReached } from '../../registry/plans/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';

/**
 * Looks at some organizations. Two processes at once tell once: the row of a month and a share is unique, and commits
 * with its mail. An organization that reaches both shares between two looks is told of the greater one only.
 */
export async function noteQuotas(pool: pg.Pool, organizationIds: readonly string[], nowMs: number): Promise<void> {
  if (organizationIds.length === 0) return;
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<UsedRow>(SELECT_USED, [organizationIds, month]),
  );
  for (const row of rows) {
    const { eventsPerMonth } = limitsOfRow(row);
    const shares = sharesReached(row.usage_events, eventsPerMonth);
    if (eventsPerMonth === null || shares.length === 0) continue;
    const used = { organizationId: row.organization_id, month, events: row.usage_events, eventsPerMonth };
    await inTransaction(pool, [row.organization_id], (transaction) => tell(transaction, used, shares, nowMs));
  }
}

interface Used {
  organizationId: string;
  /** Its first day. */
  month: string;
  events: number;
  eventsPerMonth: number;
}

async function tell(
  transaction: Transaction,
  { organizationId, month, events, eventsPerMonth }: Used,
  shares: readonly number[],
  nowMs: number,
): Promise<void> {
  let greatest: string | null = null;
  for (const percent of shares) {
    const id = uuidv7(nowMs);
    const values = [id, organizationId, month, percent, events, eventsPerMonth, new Date(nowMs)];
    if ((await transaction.query(INSERT_NOTICE, values)).length > 0) greatest = id;
  }
  if (greatest !== null) await enqueueMail(transaction, { kind: 'quota.reached', organizationId, subjectId: greatest });
}

interface UsedRow extends PlanRow {
  [column: string]: unknown;
  organization_id: string;
  usage_events: number;
}

/** Those with LIVE events in this month. A count that is changing is seen whole at the next look. */
const SELECT_USED = `
  SELECT o.organization_id, o.plan, o.agents_max, o.events_per_month, o.retention_days, h.usage_events
  FROM svc.organizations o JOIN svc.organization_heads h USING (organization_id)
  WHERE o.organization_id = ANY ($1::uuid[]) AND h.usage_month = $2 AND h.usage_events > 0
  ORDER BY o.organization_id`;

/** A second process waits for the first, and then inserts nothing. @returns no row when it was told before */
const INSERT_NOTICE = `
  INSERT INTO svc.quota_notices (id, organization_id, month, percent, events, events_per_month, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz)
  ON CONFLICT (organization_id, month, percent) DO NOTHING RETURNING id`;
