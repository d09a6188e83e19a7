// SPDX-License-Identifier: Apache-2.0
/**
 * One-time links in mails. The database finds a link by the digest of its secret. The secret itself is sealed in the
 * vault for the mail, and goes with the row when the link is used, replaced or over.
 */

import { linkBinding, type Vault } from '../../platform/vault/index.ts';
import { type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { digestOfToken, newLinkSecret } from './link-secrets.ts';

const MS_PER_HOUR = 3_600_000;

/** `no_account`: the mail says that the address has none, and the link opens nothing. */
type LinkPurpose = 'verify_email' | 'change_email' | 'reset_password' | 'no_account';

interface LinkDraft {
  /** Null for an address without an account: nothing can be opened by it. */
  accountId: string | null;
  purpose: LinkPurpose;
  /** The address that gets it. */
  email: string;
  hours: number;
  nowMs: number;
}

/** Makes a link. An older one of the same account and purpose ends. @returns the id, for the mail */
export async function makeLink(transaction: Transaction, vault: Vault, draft: LinkDraft): Promise<string> {
  const id = uuidv7(draft.nowMs);
  const { token, digest } = newLinkSecret();
  await transaction.query(INSERT_LINK, [
    id,
    draft.accountId,
    draft.purpose,
    draft.email,
    digest,
    vault.seal(token, linkBinding(id)),
    new Date(draft.nowMs),
    new Date(draft.nowMs + draft.hours * MS_PER_HOUR),
  ]);
  return id;
}

/** The id changes too: a mail that was to carry the older link finds nothing. */
const INSERT_LINK = `
  INSERT INTO svc.account_links (id, account_id, purpose, email, secret_hash, sealed_secret, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (account_id, purpose) DO UPDATE SET
    id = excluded.id, email = excluded.email, secret_hash = excluded.secret_hash,
    sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, expires_at = excluded.expires_at`;

interface UsedLink {
  accountId: string;
  purpose: LinkPurpose;
  email: string;
}

/**
 * Uses a link up. One of several concurrent uses, on any number of processes, gets it.
 * @param token as it stood in the link
 * @returns null for an unknown, used or expired link, and for one of another purpose
 */
export async function useLink(
  transaction: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<UsedLink | null> {
  const digest = digestOfToken(token);
  if (digest === null) return null;
  const [link] = await transaction.query<UsedLink & Record<string, unknown>>(USE_LINK, [
    digest,
    purposes,
    transaction.clock.now(),
  ]);
  return link ?? null;
}

const USE_LINK = `
  DELETE FROM svc.account_links
  WHERE secret_hash = $1 AND purpose = ANY ($2::text[]) AND expires_at > $3::timestamptz AND account_id IS NOT NULL
  RETURNING account_id AS "accountId", purpose, email`;

/** A link that can still be used: read before costly work, and never instead of using it. */
export async function readLink(
  transaction: Transaction,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<UsedLink | null> {
  const digest = digestOfToken(token);
  if (digest === null) return null;
  const values = [digest, purposes, transaction.clock.now()];
  const [link] = await transaction.query<UsedLink & Record<string, unknown>>(SELECT_USABLE, values);
  return link ?? null;
}

const SELECT_USABLE = `
  SELECT account_id AS "accountId", purpose, email FROM svc.account_links
  WHERE secret_hash = $1 AND purpose = ANY ($2::text[]) AND expires_at > $3::timestamptz AND account_id IS NOT NULL`;

/** Ends every open link of an account: a changed password or address leaves none behind. */
export async function endLinks(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.query(END_LINKS, [accountId]);
}

const END_LINKS = `DELETE FROM svc.account_links WHERE account_id = $1`;

/** Makes a link of the first owner. @returns its token */
export async function makeFirstOwnerLink(transaction: Transaction, minutes: number): Promise<string> {
  const { token, digest } = newLinkSecret();
  await transaction.query(INSERT_FIRST_OWNER_LINK, [digest, minutes, transaction.clock.now()]);
  return token;
}

/** Expired ones go with the next start that makes one. */
const INSERT_FIRST_OWNER_LINK = `
  WITH over AS (DELETE FROM svc.first_owner_links WHERE expires_at <= $3::timestamptz)
  INSERT INTO svc.first_owner_links (secret_hash, expires_at)
  VALUES ($1, $3::timestamptz + make_interval(mins => $2))`;

/** Uses up the link of the first owner, as above. */
export async function useFirstOwnerLink(transaction: Transaction, token: string): Promise<boolean> {
  const digest = digestOfToken(token);
  if (digest === null) return false;
  return (await transaction.query(USE_FIRST_OWNER_LINK, [digest, transaction.clock.now()])).length === 1;
}

const USE_FIRST_OWNER_LINK = `
  DELETE FROM svc.first_owner_links WHERE secret_hash = $1 AND expires_at > $2::timestamptz RETURNING 1`;
