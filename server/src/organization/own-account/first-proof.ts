// SPDX-License-Identifier: Apache-2.0
/**
 * The address of an account is proven for the first time, by a person who is not shown to be its maker. Another person
 * may have signed up with it: everything that opens the account or acts as its person ends. Keys, webhooks,
 * integrations and copies of checkpoints wait for the person's answer in organizations without another member.
 */
import type pg from 'pg';
import { claimAccount } from '../../people/accounts/index.ts';
import { removeFactors } from '../../people/factors/index.ts';
import { endLinks } from '../../people/links/index.ts';
import { endInvitationsOf, membershipsOf } from '../../people/memberships/index.ts';
import { endSessions } from '../../people/sessions/index.ts';
import { endSigningKeys } from '../../people/signing-keys/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { endLinksOfPerson } from '../../registry/chat-links/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import { advanceHead, appendEntries, type ChainedHead, type Change, entriesOf } from '../../storage/heads/index.ts';
import { checkHeads } from './ended-passkeys.ts';

/** The organizations whose heads the proof needs locked. */
export async function organizationsOf(pool: pg.Pool, accountId: string): Promise<string[]> {
  return (await membershipsOf(pool, accountId)).map(({ id }) => id);
}

interface Proof {
  accountId: string;
  /** Null keeps the name that the account has. */
  name: string | null;
  passwordHash: string;
}

/**
 * @param heads locked, of every organization of the account; the transaction sees them
 * @throws ApiError 409 when the account was proven, or got another organization, at the same moment
 */
export async function proveForNewPerson(
  transaction: Transaction,
  heads: readonly ChainedHead[],
  { accountId, name, passwordHash }: Proof,
): Promise<void> {
  const nowMs = transaction.clock.nowMs();
  const isClaimed = await claimAccount(transaction, { id: accountId, name, passwordHash }, nowMs);
  if (!isClaimed) {
    throw new ApiError('conflict', { message: 'The account was changed at the same moment; open the link again.' });
  }
  await checkHeads(transaction, heads, accountId);
  for (const end of OF_THE_ACCOUNT) await end(transaction, accountId);
  for (const head of heads) {
    const { organizationId } = head;
    const changes = await endRights(transaction, organizationId, accountId);
    const [waits] = await transaction.query(HOLD, [organizationId, accountId, transaction.clock.now()]);
    if (waits !== undefined) changes.push(unconfirmed(organizationId));
    const origin = { actor: { type: 'user', id: accountId }, nowMs, source: 'app', keyPrefix: null } as const;
    const entries = entriesOf(organizationId, changes, origin);
    await (waits === undefined ? appendEntries : advanceHead)(transaction, head, entries);
  }
}

/** With the password, which is replaced. */
const OF_THE_ACCOUNT: readonly ((transaction: Transaction, accountId: string) => Promise<unknown>)[] = [
  (transaction, accountId) => endSessions(transaction, accountId, null),
  // Passkeys, codes of an app, recovery codes and known browsers.
  removeFactors,
  endLinks,
];

/**
 * Ends all by which a person acts in an organization beside their sessions. A press in a chat counts as the person, so
 * their chat links end too.
 * @param reason that tokens of connected apps are refused with
 * @returns the audit entries
 */
export async function endRights(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  reason: GrantEnd = 'REVOKED',
): Promise<Change[]> {
  return [
    ...(await endGrantsOf(transaction, organizationId, accountId, reason)),
    ...(await endLinksOfPerson(transaction, organizationId, accountId)),
    ...(await endSigningKeys(transaction, organizationId, accountId)),
    ...(await endInvitationsOf(transaction, organizationId, accountId)),
  ];
}

/** The account is the only member. */
const IS_ALONE = `(SELECT array_agg(account_id) FROM svc.memberships WHERE organization_id = $1) = ARRAY[$2::uuid]`;

type GrantEnd = 'REVOKED' | 'MEMBERSHIP';

/** Tokens of connected apps end with their grant. */
export async function endGrantsOf(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  reason: GrantEnd = 'REVOKED',
): Promise<Change[]> {
  const values = [organizationId, accountId, transaction.clock.now(), reason];
  const ended = await transaction.query<{ id: string; host: string }>(END_GRANTS, values);
  return ended.map(({ id, host }) => {
    return { kind: 'connected_app.revoked', subject: { type: 'connected_app', id }, metadata: { clientHost: host } };
  });
}

const END_GRANTS = `
  UPDATE svc.oauth_grants SET ended_at = $3::timestamptz, end_reason = $4
  WHERE organization_id = $1 AND account_id = $2 AND ended_at IS NULL
  RETURNING id, client_host AS host`;

/** From now on no key, webhook or integration works there, and no checkpoint is copied from there. */
const HOLD = `
  UPDATE svc.organizations SET unconfirmed_since = $3::timestamptz
  WHERE organization_id = $1 AND ${IS_ALONE}
    AND (EXISTS (SELECT FROM svc.api_keys WHERE organization_id = $1 AND revoked_at IS NULL)
      OR EXISTS (SELECT FROM svc.webhook_endpoints WHERE organization_id = $1)
      OR EXISTS (SELECT FROM svc.integrations WHERE organization_id = $1)
      OR checkpoint_url IS NOT NULL)
  RETURNING 1`;

function unconfirmed(organizationId: string): Change {
  const subject = { type: 'organization', id: organizationId };
  return { kind: 'organization.access_unconfirmed', subject, metadata: {} };
}
