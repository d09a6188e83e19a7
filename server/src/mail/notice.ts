/** What a kind of mail has to say of itself. */
import type { Transaction } from '../db/index.ts';
import type { Facts, Texts } from './compose.ts';
import type { Recipient } from './recipients.ts';

/** What a mail is about, by ids. */
export interface About {
  organizationId: string;
  subjectId: string;
}

/** A message that concerns an organization. */
export interface Notice<Of extends Facts> {
  /** In a transaction that sees the organization. Null when there is nothing to tell any more. */
  read(transaction: Transaction, about: About): Promise<{ facts: Of; recipients: Recipient[] } | null>;
  texts: Texts<Of>;
}
