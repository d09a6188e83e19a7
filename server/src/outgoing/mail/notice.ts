// SPDX-License-Identifier: Apache-2.0
/** The content of a kind of mail. */

import type { Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Facts, Texts } from './compose.ts';
import type { Recipient } from './recipients.ts';

/** The subject of a mail, by ids. */
export interface About {
  organizationId: string;
  subjectId: string;
}

/** A message that concerns an organization. */
export interface Notice<Of extends Facts> {
  /**
   * Runs in a transaction that sees the organization. Null when there is nothing left to tell. The vault opens the
   * secret of a link.
   */
  read(transaction: Transaction, about: About, vault: Vault): Promise<{ facts: Of; recipients: Recipient[] } | null>;
  texts: Texts<Of>;
}

/** A message that concerns one person and no organization. */
export interface PersonalNotice<Of extends Facts> {
  /** Null when there is nothing left to tell. The vault opens the secret of a link. */
  read(transaction: Transaction, subjectId: string, vault: Vault): Promise<{ facts: Of; recipient: Recipient } | null>;
  texts: Texts<Of>;
}
