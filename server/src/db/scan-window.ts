/**
 * How far a list in the order of the audit chain is looked through for one page, when a filter has no index: a page may
 * then hold fewer items than its limit, also none, and a cursor with which the next one goes on.
 */
import { cursorOf, type Page } from '../pagination/index.ts';
import type { Transaction } from './transaction.ts';

/** Numbers of the chain, of which an item takes one or two. */
const NUMBERS_SCANNED_MAX = 50_000;

/** What lists are about, by what is true of its rows of events. */
const LISTED = { events: 'true', 'gateway calls': 'e.gateway_call IS NOT NULL' } as const;

/** @returns the number from which on rows are looked through for this page; null when nothing listed is older */
export async function scanFrom(
  transaction: Transaction,
  listed: keyof typeof LISTED,
  organizationId: string,
  page: Page,
): Promise<number | null> {
  const [row] = await transaction.query<{ scan_from: number; has_older: boolean }>(selectScanFrom(LISTED[listed]), [
    organizationId,
    page.after,
    NUMBERS_SCANNED_MAX,
  ]);
  return row?.has_older === true ? row.scan_from : null;
}

const selectScanFrom = (condition: string): string => `
  SELECT w.scan_from, EXISTS (
    SELECT FROM svc.events e WHERE e.organization_id = $1 AND e.seq < w.scan_from AND ${condition}
  ) AS has_older
  FROM (
    SELECT COALESCE($2::bigint, h.audit_seq + 1) - $3 AS scan_from
    FROM svc.organization_heads h WHERE h.organization_id = $1
  ) w`;

/** The answer with the cursor behind what was looked through, unless it has one already. @param from of `scanFrom` */
export function goingOn<Answer extends { nextCursor: string | null }>(answer: Answer, from: number | null): Answer {
  const isWhole = answer.nextCursor !== null || from === null;
  return isWhole ? answer : { ...answer, nextCursor: cursorOf(String(from)) };
}
