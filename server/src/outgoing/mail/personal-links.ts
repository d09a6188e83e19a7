// SPDX-License-Identifier: Apache-2.0
/** The one-time link of a mail, read when the mail is sent. */

import { linkBinding, type Vault } from '../../platform/vault/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Recipient } from './recipients.ts';
import type { Language } from './text.ts';

/** The recipient and the token of a link. Null when it was used or replaced, or is over. */
export async function readLink(
  transaction: Transaction,
  linkId: string,
  vault: Vault,
): Promise<{ token: string; recipient: Recipient } | null> {
  const [row] = await transaction.query<LinkRow>(SELECT_LINK, [linkId, transaction.clock.now()]);
  if (row === undefined) return null;
  return {
    token: vault.openText(row.sealed_secret, linkBinding(linkId)),
    recipient: { id: row.account_id ?? linkId, address: row.email, language: row.language },
  };
}

interface LinkRow extends Record<string, unknown> {
  account_id: string | null;
  email: string;
  sealed_secret: string;
  language: Language | null;
}

const SELECT_LINK = `
  SELECT l.account_id, l.email, l.sealed_secret, a.language
  FROM svc.account_links l LEFT JOIN svc.accounts a ON a.id = l.account_id
  WHERE l.id = $1 AND l.expires_at > $2::timestamptz`;
