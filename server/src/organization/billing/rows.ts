// SPDX-License-Identifier: Apache-2.0
/** The rows of billing: one of each organization that has a customer, and the narrow look-up of customers. */
import type { PaidPlan, SubscriptionState } from '@svc/contract';
import type pg from 'pg';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';

export interface BillingAccount {
  customerId: string;
  /** Null before the first subscription. */
  state: SubscriptionState | null;
  plan: PaidPlan | null;
  paidUntil: Date | null;
  endsThen: boolean;
  graceEndsAt: Date | null;
  /** The plan has ended with its grace, once. */
  lapsedAt: Date | null;
  /** Raised by each write: what was read from the processor before it is not written. */
  version: number;
}

export async function selectAccount(transaction: Transaction, organizationId: string): Promise<BillingAccount | null> {
  const rows = await transaction.query<BillingAccount & Record<string, unknown>>(SELECT_ACCOUNT, [organizationId]);
  return rows[0] ?? null;
}

const SELECT_ACCOUNT = `
  SELECT customer_id AS "customerId", state, plan, paid_until AS "paidUntil", ends_then AS "endsThen",
    grace_ends_at AS "graceEndsAt", lapsed_at AS "lapsedAt", version
  FROM svc.billing_accounts WHERE organization_id = $1`;

/** The first customer of an organization stays its only one. @returns the customer that it has then */
export async function insertCustomer(
  transaction: Transaction,
  organizationId: string,
  customerId: string,
): Promise<string> {
  const inserted = await transaction.query(INSERT_ACCOUNT, [organizationId, customerId, transaction.clock.now()]);
  if (inserted.length > 0) await transaction.query(INSERT_CUSTOMER, [customerId, organizationId]);
  return (await selectAccount(transaction, organizationId))?.customerId ?? customerId;
}

const INSERT_ACCOUNT = `
  INSERT INTO svc.billing_accounts (organization_id, customer_id, ends_then, version, updated_at)
  VALUES ($1, $2, false, 0, $3::timestamptz) ON CONFLICT (organization_id) DO NOTHING RETURNING 1`;

const INSERT_CUSTOMER = `INSERT INTO svc.billing_customers (customer_id, organization_id) VALUES ($1, $2)`;

/** Valid only under the head's lock, for the version that was read under it. */
export async function writeAccount(
  transaction: Transaction,
  organizationId: string,
  { state, plan, paidUntil, endsThen, graceEndsAt, lapsedAt }: Omit<BillingAccount, 'customerId' | 'version'>,
): Promise<void> {
  const values = [organizationId, state, plan, paidUntil, endsThen, graceEndsAt, lapsedAt, transaction.clock.now()];
  await transaction.query(WRITE_ACCOUNT, values);
}

const WRITE_ACCOUNT = `
  UPDATE svc.billing_accounts SET state = $2, plan = $3, paid_until = $4, ends_then = $5, grace_ends_at = $6,
    lapsed_at = $7, version = version + 1, updated_at = $8::timestamptz
  WHERE organization_id = $1`;

/** The owner of a customer. `ended`: its organization was deleted. Null: no customer of this deployment. */
export async function findCustomer(
  pool: pg.Pool,
  customerId: string,
): Promise<{ organizationId: string } | 'ended' | null> {
  const tables = ['billing_customers'];
  const [row] = await queryAcross<{ organization_id: string | null }>(pool, tables, FIND_CUSTOMER, [customerId]);
  if (row === undefined) return null;
  return row.organization_id === null ? 'ended' : { organizationId: row.organization_id };
}

/** An organization that has just ended may still have its row: the end counts. */
const FIND_CUSTOMER = `
  SELECT NULL::uuid AS organization_id FROM svc.billing_ended WHERE customer_id = $1
  UNION ALL
  SELECT organization_id FROM svc.billing_customers WHERE customer_id = $1 LIMIT 1`;

/** Commits with the end of the organization: a payment that arrives later is cancelled. */
export async function noteEndedCustomer(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction.query(NOTE_ENDED, [organizationId, transaction.clock.now()]);
}

const NOTE_ENDED = `
  INSERT INTO svc.billing_ended (customer_id, ended_at)
  SELECT customer_id, $2::timestamptz FROM svc.billing_customers WHERE organization_id = $1 ON CONFLICT DO NOTHING`;

export async function isEventKnown(pool: pg.Pool, eventId: string): Promise<boolean> {
  const rows = await inTransaction(pool, [], (transaction) =>
    transaction.query('SELECT 1 FROM svc.billing_events WHERE event_id = $1', [eventId]),
  );
  return rows.length > 0;
}

/** Commits with what the event changed. */
export async function noteEvent(transaction: Transaction, eventId: string): Promise<void> {
  await transaction.query(
    'INSERT INTO svc.billing_events (event_id, received_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [eventId, transaction.clock.now()],
  );
}
