// SPDX-License-Identifier: Apache-2.0
/** Which users of a chat a person has confirmed to be themselves, and the one-time links by which they do. */
import { createHmac } from 'node:crypto';
import type { ChatLink, ChatLinkList, ChatLinkPreview } from '@svc/contract';
import type pg from 'pg';
import { digestOfToken, newLinkSecret } from '../../people/links/index.ts';
import { type Changer, changeAs, type Entrant, enterable, selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, queryAcross, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { type ChatNames, namesOfChats } from './names.ts';

const LINK_MINUTES = 15;

/** Names the secrets of a chat without telling them. A link counts under the secrets that it was made under alone. */
export function digestOfSecrets({ botToken, signingSecret }: { botToken: string; signingSecret: string }): Buffer {
  return createHmac('sha256', signingSecret).update(`svc chat link\0${botToken}`).digest();
}

/** A user of a chat, who signs under secrets of this digest. */
export interface ChatUser {
  organizationId: string;
  integrationId: string;
  team: string;
  user: string;
  secretDigest: Buffer;
}

/** @returns the account that has confirmed this user under the same secrets, or null */
export async function accountOf(transaction: Transaction, chatUser: ChatUser): Promise<string | null> {
  const { integrationId, team, user, secretDigest } = chatUser;
  const values = [integrationId, team, user, secretDigest];
  const [row] = await transaction.query<{ account_id: string }>(SELECT_ACCOUNT, values);
  return row?.account_id ?? null;
}

const SELECT_ACCOUNT = `
  SELECT account_id FROM svc.chat_links
  WHERE integration_id = $1 AND chat_team = $2 AND chat_user = $3 AND secret_digest = $4`;

interface NamedChatUser extends ChatUser {
  teamName: string | null;
  userName: string | null;
}

/** Ends an earlier link of the same user. @returns the token of a one-time link */
export async function requestLink(pool: pg.Pool, chatUser: NamedChatUser): Promise<string> {
  const { organizationId, integrationId, team, user, secretDigest, teamName, userName } = chatUser;
  const { token, digest } = newLinkSecret();
  const values = [
    digest,
    organizationId,
    integrationId,
    team,
    user,
    LINK_MINUTES,
    teamName,
    userName,
    pool.clock.now(),
    secretDigest,
  ];
  await inTransaction(pool, [organizationId], (transaction) => transaction.query(INSERT_REQUEST, values));
  return token;
}

const INSERT_REQUEST = `
  INSERT INTO svc.chat_link_requests AS r
    (secret_hash, organization_id, integration_id, chat_team, chat_user, expires_at, chat_team_name, chat_user_name,
     secret_digest)
  VALUES ($1, $2, $3, $4, $5, $9::timestamptz + make_interval(mins => $6), $7, $8, $10)
  ON CONFLICT (integration_id, chat_team, chat_user) DO UPDATE SET
    secret_hash = excluded.secret_hash, expires_at = excluded.expires_at,
    chat_team_name = excluded.chat_team_name, chat_user_name = excluded.chat_user_name,
    secret_digest = excluded.secret_digest`;

interface RequestRow extends Record<string, unknown> {
  organization_id: string;
  integration_id: string;
  chat_team: string;
  chat_user: string;
  chat_team_name: string | null;
  chat_user_name: string | null;
  secret_digest: Buffer;
}

/**
 * Tells whose link it is and whom it would link, and does not use it up.
 * @throws ApiError 404 as `confirmLink`, in the same words
 */
export async function readLink(
  pool: pg.Pool,
  { name, email, ...entrant }: Entrant & { name: string; email: string },
  token: string,
): Promise<ChatLinkPreview> {
  const request = await selectRequest(pool, digestOfToken(token));
  if (request === undefined || !(await mayEnter(pool, entrant, request))) throw noSuchLink();
  const { organization_id: organizationId, integration_id: integrationId } = request;
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const role = await selectRole(transaction, organizationId, entrant.accountId);
    const names = (await namesOfChats(transaction, [organizationId], [integrationId])).get(integrationId);
    if (role === null || names === undefined) throw noSuchLink();
    return {
      organization: { id: organizationId, name: names.organization },
      integration: { id: integrationId, name: names.integration },
      chatTeam: request.chat_team,
      chatTeamName: request.chat_team_name,
      chatUser: request.chat_user,
      chatUserName: request.chat_user_name,
      person: { name, email, role },
    };
  });
}

/**
 * The link was given to one user of the chat. The person who opens it with their own session is that user.
 * @throws ApiError 404 for an unknown, used or expired link, and for one of an organization without the person
 */
export async function confirmLink(pool: pg.Pool, entrant: Entrant, token: string): Promise<ChatLink> {
  const { accountId } = entrant;
  const digest = digestOfToken(token);
  const request = await selectRequest(pool, digest);
  if (digest === null || request === undefined || !(await mayEnter(pool, entrant, request))) throw noSuchLink();
  const changer: Changer = { accountId, organizationId: request.organization_id };
  const id = await changeAs(pool, changer, ['OWNER', 'ADMIN', 'MEMBER'], async (transaction, { nowMs }) => {
    // One of several concurrent uses gets it.
    const [used] = await transaction.query<RequestRow>(USE_REQUEST, [digest]);
    if (used === undefined) throw noSuchLink();
    const linkId = uuidv7(nowMs);
    const { integration_id, chat_team, chat_user, secret_digest } = used;
    await transaction.query(INSERT_LINK, [
      linkId,
      accountId,
      request.organization_id,
      integration_id,
      chat_team,
      chat_user,
      new Date(nowMs),
      secret_digest,
    ]);
    return { result: linkId, changes: [changeOf('created', accountId, integration_id)] };
  }).catch((error: unknown) => {
    // A person of another organization learns nothing of the link.
    if (error instanceof ApiError && error.code === 'unauthorized') throw noSuchLink();
    throw error;
  });
  const [link] = await inTransaction(pool, [request.organization_id], (transaction) =>
    selectLinks(transaction, SELECT_ONE, [accountId, id]),
  );
  return link === undefined ? fail() : linkOf(link);
}

/** A session acts in no organization that it may not enter. */
async function mayEnter(pool: pg.Pool, entrant: Entrant, { organization_id: id }: RequestRow): Promise<boolean> {
  return (await enterable(pool, entrant)).some((one) => one.id === id);
}

function fail(): never {
  throw new Error('a link that was just made is gone');
}

const noSuchLink = () =>
  new ApiError('not_found', { message: 'The link was used, is over, or is not for you: press in the chat again.' });

const changeOf = (what: 'created' | 'deleted', accountId: string, integrationId: string) => ({
  kind: `chat_link.${what}`,
  subject: { type: 'user', id: accountId },
  metadata: { integrationId },
});

const REQUEST_COLUMNS = `
  organization_id, integration_id, chat_team, chat_user, chat_team_name, chat_user_name, secret_digest`;

/** Over all organizations, since the organization is the result. */
async function selectRequest(pool: pg.Pool, digest: Buffer | null): Promise<RequestRow | undefined> {
  const values = [digest, pool.clock.now()];
  return (await queryAcross<RequestRow>(pool, ['chat_link_requests'], SELECT_REQUEST, values))[0];
}

const SELECT_REQUEST = `
  SELECT ${REQUEST_COLUMNS} FROM svc.chat_link_requests
  WHERE secret_hash = $1 AND expires_at > $2::timestamptz`;

const USE_REQUEST = `DELETE FROM svc.chat_link_requests WHERE secret_hash = $1 RETURNING ${REQUEST_COLUMNS}`;

/** A user is one person: another confirmation replaces the earlier one. */
const INSERT_LINK = `
  WITH before AS (
    DELETE FROM svc.chat_links WHERE integration_id = $4 AND chat_team = $5 AND chat_user = $6
  )
  INSERT INTO svc.chat_links (id, account_id, organization_id, integration_id, chat_team, chat_user, created_at,
    secret_digest)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

interface LinkRow extends Record<string, unknown> {
  id: string;
  organization_id: string;
  integration_id: string;
  chat_team: string;
  chat_user: string;
  created_at: Date;
}

/** The oldest first. @param organizationIds those of the person */
export async function listLinks(
  pool: pg.Pool,
  accountId: string,
  organizationIds: readonly string[],
  page: Page,
): Promise<ChatLinkList> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    selectLinks(transaction, SELECT_LINKS, [accountId, page.after, page.limit + 1]),
  );
  return pageAnswer(rows, page, ({ id }) => id, linkOf);
}

type NamedLink = LinkRow & { names: ChatNames };

/** A link of an integration that is gone is none. */
async function selectLinks(transaction: Transaction, sql: string, values: unknown[]): Promise<NamedLink[]> {
  const links = await transaction.query<LinkRow>(sql, values);
  if (links.length === 0) return [];
  const names = await namesOfChats(
    transaction,
    links.map((link) => link.organization_id),
    links.map((link) => link.integration_id),
  );
  return links.flatMap((link) => {
    const found = names.get(link.integration_id);
    return found === undefined ? [] : [{ ...link, names: found }];
  });
}

function linkOf({ names, ...row }: NamedLink): ChatLink {
  return {
    id: row.id,
    organization: { id: row.organization_id, name: names.organization },
    integration: { id: row.integration_id, name: names.integration },
    chatTeam: row.chat_team,
    chatUser: row.chat_user,
    createdAt: row.created_at.toISOString(),
  };
}

const LINKS = `
  SELECT id, organization_id, integration_id, chat_team, chat_user, created_at FROM svc.chat_links
  WHERE account_id = $1`;
const SELECT_LINKS = `${LINKS} AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`;
const SELECT_ONE = `${LINKS} AND id = $2`;

/** @throws ApiError 404 for a link that is not the person's */
export async function deleteLink(pool: pg.Pool, { accountId, directoryOf }: Entrant, id: string): Promise<void> {
  const [link] = await queryAcross<{ organization_id: string }>(pool, ['chat_links'], SELECT_LINK, [id, accountId]);
  if (link === undefined || (directoryOf !== null && directoryOf !== link.organization_id)) {
    throw new ApiError('not_found', { message: 'You have no such link.' });
  }
  const remove = async (transaction: Transaction) => {
    const deleted = await transaction.query<{ integration_id: string }>(DELETE_LINK, [id, accountId]);
    return deleted.map(({ integration_id }) => changeOf('deleted', accountId, integration_id));
  };
  const changer: Changer = { accountId, organizationId: link.organization_id };
  await changeAs(pool, changer, ['OWNER', 'ADMIN', 'MEMBER'], async (transaction) => ({
    result: undefined,
    changes: await remove(transaction),
  }));
}

const SELECT_LINK = `SELECT organization_id FROM svc.chat_links WHERE id = $1 AND account_id = $2`;
const DELETE_LINK = `DELETE FROM svc.chat_links WHERE id = $1 AND account_id = $2 RETURNING integration_id`;
