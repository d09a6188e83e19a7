// SPDX-License-Identifier: Apache-2.0
/** The row of the demo: which organization it is, and whether visitors may enter. */
import { queryAcross, type Transaction } from '../../storage/db/index.ts';

export interface DemoOrganization {
  organizationId: string;
  /** The account that visitors share. */
  visitorId: string;
  /** Null while its history is being written. */
  openedAt: Date | null;
}

/** The one that was made last comes first. */
export async function selectDemos(transaction: Transaction): Promise<DemoOrganization[]> {
  const rows = await queryAcross<DemoRow>(transaction, ['demo_organizations'], SELECT_DEMOS);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    visitorId: row.visitor_id,
    openedAt: row.opened_at,
  }));
}

interface DemoRow extends Record<string, unknown> {
  organization_id: string;
  visitor_id: string;
  opened_at: Date | null;
}

const SELECT_DEMOS = `
  SELECT organization_id, visitor_id, opened_at FROM svc.demo_organizations ORDER BY begun_at DESC, organization_id`;

export async function insertDemo(
  transaction: Transaction,
  { organizationId, visitorId }: Pick<DemoOrganization, 'organizationId' | 'visitorId'>,
): Promise<void> {
  await transaction.query(INSERT_DEMO, [organizationId, visitorId, transaction.clock.now()]);
}

const INSERT_DEMO = `
  INSERT INTO svc.demo_organizations (organization_id, visitor_id, begun_at) VALUES ($1, $2, $3::timestamptz)`;

/** From now on visitors may enter. */
export async function openDemo(transaction: Transaction, organizationId: string, atMs: number): Promise<void> {
  await transaction.query(OPEN_DEMO, [organizationId, new Date(atMs)]);
}

const OPEN_DEMO = `UPDATE svc.demo_organizations SET opened_at = $2 WHERE organization_id = $1`;

export async function deleteDemo(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(DELETE_DEMO, [organizationId]);
}

const DELETE_DEMO = `DELETE FROM svc.demo_organizations WHERE organization_id = $1`;

/** These accounts belong to no person. */
export async function markAccounts(transaction: Transaction, accountIds: readonly string[]): Promise<void> {
  await transaction.query(MARK_ACCOUNTS, [accountIds]);
}

const MARK_ACCOUNTS = `UPDATE svc.accounts SET is_demo = true WHERE id = ANY ($1::uuid[])`;
