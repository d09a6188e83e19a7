/**
 * The part of the audit chain that a filtered list examines for one page, when its filter has no index. A page may then
 * hold fewer items than its limit, or none, and a cursor to continue with.
 */
import { cursorOf, type Page } from '../pagination/index.ts';
import type { Transaction } from './transaction.ts';

/** Numbers of the chain; an item takes one or two. */
const NUMBERS_SCANNED_MAX = 50_000;

/** The subjects of lists, by the condition on their rows of events. */
const LISTED = { events: 'true', 'gateway calls': 'e.gateway_call IS NOT NULL' } as const;

/** @returns the lowest number that this page examines; null when no listed item is older */
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

/**
 * The answer with a cursor behind the examined part, unless it has one already.
 * @param from the result of `scanFrom`
 */
export function goingOn<Answer extends { nextCursor: string | null }>(answer: Answer, from: number | null): Answer {
  const isWhole = answer.nextCursor !== null || from === null;
  return isWhole ? answer : { ...answer, nextCursor: cursorOf(String(from)) };
}
