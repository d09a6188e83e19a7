// SPDX-License-Identifier: Apache-2.0
/** The export of an account: what the service holds about a person as the owner of an account. */
import { ACCOUNT_EXPORT_FORMAT, type AccountExport, LIST_ITEMS_MAX } from '@svc/contract';
import type pg from 'pg';
import { listAppsOf } from '../../organization/oauth/index.ts';
import { readMe } from '../../organization/own-account/index.ts';
import { holdAccount } from '../../people/accounts/index.ts';
import { type Client, noteActivity, selectActivity } from '../../people/activity/index.ts';
import { listPasskeys } from '../../people/factors/index.ts';
import { listSessions, type Person } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';
import { jsonPieces, pagesBy } from './json-file.ts';

const ENTRIES_PER_PAGE = 200;
/** An account has no more passkeys or sessions than a page holds. */
const ALL = { limit: LIST_ITEMS_MAX, after: null };

type Head = Omit<AccountExport, 'activity'>;

/**
 * The export itself becomes an entry of the history, which it does not hold. The deletion of the account breaks the
 * export off: it does not end as if it were whole.
 * @returns the pieces of the file
 * @throws ApiError 401 when the account is gone
 */
export async function openAccountExport(
  pool: pg.Pool,
  person: Person,
  client: Client,
): Promise<AsyncGenerator<string>> {
  const { id: accountId } = person.user;
  const nowMs = pool.clock.nowMs();
  const head = await readHead(pool, person, nowMs);
  const entryId = await whileThere(pool, accountId, (transaction) =>
    noteActivity(transaction, { accountId, kind: 'account.exported', atMs: nowMs, client }),
  );
  const page = (after: string) => (transaction: Transaction) =>
    selectActivity(transaction, accountId, { limit: ENTRIES_PER_PAGE, after });
  const activity = pagesBy(
    entryId,
    ENTRIES_PER_PAGE,
    async (after) => (await whileThere(pool, accountId, page(after))).items,
    ({ id }) => id,
  );
  return jsonPieces(head, { activity: withoutIds(activity) });
}

function whileThere<Result>(
  pool: pg.Pool,
  accountId: string,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, [], async (transaction) => {
    if (await holdAccount(transaction, accountId)) return await work(transaction);
    throw new ApiError('unauthorized', { message: 'The account was deleted.' });
  });
}

async function* withoutIds<Item extends { id: string }>(pages: AsyncIterable<readonly Item[]>) {
  for await (const page of pages) yield page.map(({ id: _id, ...item }) => item);
}

async function readHead(pool: pg.Pool, person: Person, nowMs: number): Promise<Head> {
  const { id } = person.user;
  const [me, passkeys, sessions, own] = await Promise.all([
    readMe(pool, person),
    listPasskeys(pool, id, ALL),
    listSessions(pool, { accountId: id, currentId: person.sessionId }, ALL),
    readOwn(pool, id),
  ]);
  return {
    format: ACCOUNT_EXPORT_FORMAT,
    exportedAt: new Date(nowMs).toISOString(),
    profile: {
      id,
      email: me.user.email,
      name: me.user.name,
      createdAt: own.createdAt.toISOString(),
      emailVerifiedAt: own.verifiedAt?.toISOString() ?? null,
      pendingEmail: me.pendingEmail,
      language: me.language,
      notifications: me.notifications,
    },
    secondFactors: {
      authenticatorApp: me.mfa.totp,
      recoveryCodes: me.mfa.recoveryCodes,
      passkeys: passkeys.items.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    },
    memberships: me.memberships.map(({ id: organizationId, name, role }) => ({
      organizationId,
      name,
      role,
      joinedAt: own.joinedAt.get(organizationId) ?? own.createdAt.toISOString(),
    })),
    directories: own.directories,
    provisioned: own.provisioned,
    chatUsers: own.chatUsers,
    signingKeys: own.signingKeys,
    connectedApps: own.connectedApps,
    sessions: sessions.items.map(({ browser, system, network, createdAt, lastUsedAt }) => {
      return { browser, system, network, createdAt, lastUsedAt };
    }),
  };
}

interface Own {
  createdAt: Date;
  verifiedAt: Date | null;
  joinedAt: ReadonlyMap<string, string>;
  directories: Head['directories'];
  provisioned: Head['provisioned'];
  chatUsers: Head['chatUsers'];
  signingKeys: Head['signingKeys'];
  connectedApps: Head['connectedApps'];
}

async function readOwn(pool: pg.Pool, accountId: string): Promise<Own> {
  const of = [accountId];
  const { accounts, chatUsers, organizationIds } = await inTransaction(pool, [], async (transaction) => {
    const ids = await queryAcross<{ organization_id: string }>(
      transaction,
      ['membership_directory'],
      SELECT_ORGANIZATIONS,
      of,
    );
    return {
      accounts: await transaction.query<{ created_at: Date; email_verified_at: Date | null }>(SELECT_ACCOUNT, of),
      chatUsers: await queryAcross<ChatUserRow>(transaction, ['chat_links'], SELECT_CHAT_USERS, of),
      organizationIds: ids.map((row) => row.organization_id),
    };
  });
  const [memberships, signingKeys, directories, provisioned] = await inTransaction(
    pool,
    organizationIds,
    (transaction) => {
      const values = [accountId, organizationIds];
      return Promise.all([
        transaction.query<{ organization_id: string; created_at: Date }>(SELECT_MEMBERSHIPS, values),
        transaction.query<SigningKeyRow>(SELECT_SIGNING_KEYS, values),
        transaction.query<DirectoryRow>(SELECT_DIRECTORIES, values),
        transaction.query<ProvisionedRow>(SELECT_PROVISIONED, values),
      ]);
    },
  );
  const connectedApps = await listAppsOf(pool, accountId, organizationIds);
  const [account] = accounts;
  if (account === undefined) throw new Error('an account that is not there');
  return {
    createdAt: account.created_at,
    verifiedAt: account.email_verified_at,
    connectedApps,
    joinedAt: new Map(memberships.map((row) => [row.organization_id, row.created_at.toISOString()])),
    directories: directories.map(({ linkedAt, signedInAt, ...named }) => {
      return { ...named, linkedAt: linkedAt.toISOString(), signedInAt: signedInAt.toISOString() };
    }),
    provisioned: provisioned.map(({ createdAt, updatedAt, ...said }) => {
      return { ...said, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    }),
    signingKeys: signingKeys.map(({ organization_id: organizationId, key_thumbprint: keyThumbprint, created_at }) => {
      return { organizationId, keyThumbprint, createdAt: created_at.toISOString() };
    }),
    chatUsers: chatUsers.map(({ organization_id: organizationId, team, user, created_at: createdAt }) => {
      return { organizationId, team, user, createdAt: createdAt.toISOString() };
    }),
  };
}

type ProvisionedRow = Omit<Head['provisioned'][number], 'createdAt' | 'updatedAt'> & {
  createdAt: Date;
  updatedAt: Date;
} & Record<string, unknown>;

interface DirectoryRow extends Record<string, unknown> {
  organizationId: string;
  issuer: string;
  subject: string;
  linkedAt: Date;
  signedInAt: Date;
}

interface SigningKeyRow extends Record<string, unknown> {
  organization_id: string;
  key_thumbprint: string;
  created_at: Date;
}

interface ChatUserRow extends Record<string, unknown> {
  organization_id: string;
  team: string;
  user: string;
  created_at: Date;
}

const SELECT_ACCOUNT = `SELECT created_at, email_verified_at FROM svc.accounts WHERE id = $1`;

/** Over all organizations, and ids only. */
const SELECT_ORGANIZATIONS = `SELECT organization_id FROM svc.membership_directory WHERE account_id = $1`;

const SELECT_MEMBERSHIPS = `
  SELECT organization_id, created_at FROM svc.memberships
  WHERE organization_id = ANY ($2::uuid[]) AND account_id = $1`;

const SELECT_DIRECTORIES = `
  SELECT organization_id AS "organizationId", issuer, subject, created_at AS "linkedAt", signed_in_at AS "signedInAt"
  FROM svc.sso_identities WHERE organization_id = ANY ($2::uuid[]) AND account_id = $1 ORDER BY organization_id`;

const SELECT_PROVISIONED = `
  SELECT organization_id AS "organizationId", user_name AS "userName", email, external_id AS "externalId",
      display_name AS "displayName",
      formatted_name AS "formattedName", given_name AS "givenName", family_name AS "familyName",
      created_at AS "createdAt", updated_at AS "updatedAt"
  FROM svc.scim_users
  WHERE organization_id = ANY ($2::uuid[]) AND account_id = $1 AND deleted_at IS NULL ORDER BY organization_id`;

const SELECT_CHAT_USERS = `
  SELECT organization_id, chat_team AS team, chat_user AS user, created_at FROM svc.chat_links
  WHERE account_id = $1 ORDER BY created_at, id`;

const SELECT_SIGNING_KEYS = `
  SELECT organization_id, key_thumbprint, created_at FROM svc.signing_keys
  WHERE organization_id = ANY ($2::uuid[]) AND account_id = $1 ORDER BY organization_id, id`;
