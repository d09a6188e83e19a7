/** The recipients, read at the time of sending: former members get nothing. */
import type { Transaction } from '../db/index.ts';
import type { Language } from './compose.ts';
import { RECIPIENTS_MAX } from './limits.ts';

export interface Recipient {
  /** Stays the same over all attempts. */
  id: string;
  address: string;
  /** Null when the language is unknown. */
  language: Language | null;
}

/** The owners of an organization that the transaction sees. Accounts do not hold a language. */
export async function selectOwners(transaction: Transaction, organizationId: string): Promise<Recipient[]> {
  const rows = await transaction.query<{ id: string; email: string }>(SELECT_OWNERS, [organizationId, RECIPIENTS_MAX]);
  return rows.map(({ id, email }) => ({ id, address: email, language: null }));
}

const SELECT_OWNERS = `
  SELECT a.id, a.email FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = 'OWNER'
  ORDER BY m.created_at, a.id LIMIT $2`;
