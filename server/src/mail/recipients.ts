/** Who is told, read at the time of sending: whoever has left by then is told nothing. */
import type { Transaction } from '../db/index.ts';
import type { Language } from './compose.ts';
import { RECIPIENTS_MAX } from './limits.ts';

export interface Recipient {
  /** Stays the same over all attempts. */
  id: string;
  address: string;
  /** Null: not known. */
  language: Language | null;
}

/** The owners of an organization that the transaction sees. Accounts do not say which language their person reads. */
export async function selectOwners(transaction: Transaction, organizationId: string): Promise<Recipient[]> {
  const rows = await transaction.query<{ id: string; email: string }>(SELECT_OWNERS, [organizationId, RECIPIENTS_MAX]);
  return rows.map(({ id, email }) => ({ id, address: email, language: null }));
}

const SELECT_OWNERS = `
  SELECT a.id, a.email FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
  WHERE m.organization_id = $1 AND m.role = 'OWNER'
  ORDER BY m.created_at, a.id LIMIT $2`;
