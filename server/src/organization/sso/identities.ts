// SPDX-License-Identifier: Apache-2.0
/** Which account a person of the directory has in the organization. Writers hold the head's lock. */
import type { Transaction } from '../../storage/db/index.ts';

export interface Subject {
  issuer: string;
  subject: string;
}

export async function selectIdentity(
  transaction: Transaction,
  organizationId: string,
  { issuer, subject }: Subject,
): Promise<string | null> {
  const [row] = await transaction.query<{ account_id: string }>(SELECT, [organizationId, issuer, subject]);
  return row?.account_id ?? null;
}

const SELECT = `
  SELECT account_id FROM svc.sso_identities WHERE organization_id = $1 AND issuer = $2 AND subject = $3`;

/** Whether another person of the directory has this account. */
export async function isLinked(transaction: Transaction, organizationId: string, accountId: string): Promise<boolean> {
  return (await transaction.query(SELECT_LINKED, [organizationId, accountId])).length > 0;
}

const SELECT_LINKED = `SELECT 1 FROM svc.sso_identities WHERE organization_id = $1 AND account_id = $2`;

export async function noteIdentity(
  transaction: Transaction,
  organizationId: string,
  { issuer, subject }: Subject,
  accountId: string,
): Promise<void> {
  await transaction.query(NOTE, [organizationId, issuer, subject, accountId, transaction.clock.now()]);
}

const NOTE = `
  INSERT INTO svc.sso_identities (organization_id, issuer, subject, account_id, created_at, signed_in_at)
  VALUES ($1, $2, $3, $4, $5, $5)
  ON CONFLICT (organization_id, issuer, subject) DO UPDATE SET signed_in_at = excluded.signed_in_at`;

/** Another directory knows other people: theirs are forgotten. @param kept its issuer; null for none */
export async function forgetIdentities(
  transaction: Transaction,
  organizationId: string,
  kept: string | null,
): Promise<void> {
  await transaction.query(FORGET, [organizationId, kept]);
}

const FORGET = `DELETE FROM svc.sso_identities WHERE organization_id = $1 AND issuer IS DISTINCT FROM $2`;
