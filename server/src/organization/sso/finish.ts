// SPDX-License-Identifier: Apache-2.0
/** Finishes a sign-in at a directory: whose answer it is, who the person is, what they may, and their session. */
import type { Role, SignedIn, SsoFinish, SsoRefusal } from '@svc/contract';
import type pg from 'pg';
import { selectAccountById } from '../../people/accounts/index.ts';
import type { Client } from '../../people/activity/index.ts';
import { directorySessions, type StartedTokens } from '../../people/sessions/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead, type Change, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { followClaims } from '../groups/index.ts';
import { followRole, takeOut } from '../members/index.ts';
import { type Answered, readAnswer } from './answer.ts';
import { addressOf, groupsFromClaims, roleOf } from './claims.ts';
import { type Connection, selectConnection } from './connection-rows.ts';
import { openConnection, type SsoDeps } from './deps.ts';
import { noteIdentity, selectIdentity } from './identities.ts';
import { CLOCK_TOLERANCE_SECONDS } from './limits.ts';
import { linkAccount, organizationsToClaim } from './person.ts';
import { selectNamed, stateOfNamed } from './provisioned.ts';
import { refused, refusedBy } from './refusal.ts';
import { type Used, underWayOf, useUnderWay } from './under-way.ts';

export interface Finished {
  signedIn: SignedIn;
  /** The tokens of the session; null where one was confirmed. */
  tokens: StartedTokens | null;
  idToken: string;
}

/**
 * @param secret from the cookie of the browser
 * @throws ApiError 403 `sso_refused`
 */
export async function finishSignIn(
  deps: SsoDeps,
  asked: SsoFinish,
  { secret, client }: { secret: string | null; client: Client },
): Promise<Finished> {
  const { organizationId } = asked;
  const underWay = underWayOf(secret);
  if (underWay === null || asked.state !== underWay.state) throw refused('START_AGAIN');
  const used = await inTransaction(deps.pool, [organizationId], (transaction) =>
    useUnderWay(transaction, organizationId, underWay),
  );
  if (used === null) throw refused('START_AGAIN');
  if (asked.error !== undefined) throw refused('DIRECTORY_DENIED');
  const connection = await openConnection(deps, organizationId);
  if (connection === null) throw refused('NOT_AVAILABLE');
  const answered = await readAnswer(deps, connection, underWay, asked).catch((error: unknown) => {
    throw refusedBy(deps.log, organizationId, error);
  });
  const at = { organizationId, connection, answered, client };
  return used.sessionId === null ? await signIn(deps, at) : await confirm(deps, at, used.sessionId, used);
}

interface At {
  organizationId: string;
  connection: Connection;
  answered: Answered;
  client: Client;
}

async function confirm({ pool, vault }: SsoDeps, at: At, sessionId: string, used: Used): Promise<Finished> {
  const { organizationId, answered, client, connection } = at;
  const { authenticatedAtMs, subject, idToken } = answered;
  const earliestMs = used.startedAtMs - CLOCK_TOLERANCE_SECONDS * 1_000;
  if (authenticatedAtMs === null || authenticatedAtMs < earliestMs) throw refused('NOT_RECENT');
  const signedIn = await inTransaction(pool, [organizationId], async (transaction) => {
    await checkSame(transaction, vault, at);
    const accountId = await selectIdentity(transaction, organizationId, { issuer: connection.issuer, subject });
    const confirmed = { sessionId, organizationId, subject, client };
    if (accountId === null || !(await directorySessions.confirm(transaction, confirmed))) throw refused('OTHER_PERSON');
    return await signedInAs(transaction, organizationId, accountId);
  });
  return { signedIn, tokens: null, idToken };
}

async function signIn(deps: SsoDeps, at: At): Promise<Finished> {
  const { pool } = deps;
  const { organizationId, connection, answered } = at;
  const groups = groupsFromClaims(answered.claims, connection.roleClaim);
  const role = roleOf(groups, connection);
  const ownIds = role === null ? [] : await organizationsOfClaimed(pool, answered);
  const entered = await inTransaction(pool, [organizationId, ...ownIds], async (transaction) => {
    const heads = await lockHeads(transaction, [organizationId, ...ownIds]);
    const head = heads.find((one) => one.organizationId === organizationId);
    if (head === undefined) throw refused('NOT_AVAILABLE');
    await checkSame(transaction, deps.vault, at);
    const ownHeads = heads.filter((one) => ownIds.includes(one.organizationId));
    return await enter(transaction, { head, ownHeads, at, role, groups });
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'conflict' ? refused('LAST_OWNER') : error;
  });
  if (typeof entered === 'string') throw refused(entered);
  return { ...entered, idToken: answered.idToken };
}

/** A person may take over the account that a stranger made with their address: see `linkAccount`. */
async function organizationsOfClaimed(pool: pg.Pool, { claims }: Answered): Promise<string[]> {
  const address = addressOf(claims);
  return address === null ? [] : await organizationsToClaim(pool, address.email);
}

/** The answer was asked for under this connection: an owner may have changed it meanwhile. */
async function checkSame(transaction: Transaction, vault: SsoDeps['vault'], at: At): Promise<void> {
  const now = await selectConnection(transaction, at.organizationId, vault);
  if (now?.enabled !== true || now.updatedAt.getTime() !== at.connection.updatedAt.getTime()) {
    throw refused('START_AGAIN');
  }
}

/** A person without a role; a member by this directory is none any more. The removal commits. */
async function refuse(transaction: Transaction, head: ChainedHead, at: At): Promise<SsoRefusal> {
  const { organizationId, connection, answered } = at;
  const { issuer } = connection;
  const accountId = await selectIdentity(transaction, organizationId, { issuer, subject: answered.subject });
  if (accountId !== null) {
    await append(transaction, head, accountId, await takeOut(transaction, organizationId, accountId));
  }
  return 'NO_ROLE';
}

interface Entering {
  head: ChainedHead;
  ownHeads: readonly ChainedHead[];
  at: At;
  /** By the claims; null for none. */
  role: Role | null;
  /** The values of the claim. */
  groups: readonly string[];
}

async function enter(transaction: Transaction, { head, ownHeads, at, role, groups }: Entering) {
  const { organizationId, connection, answered, client } = at;
  const person = { issuer: connection.issuer, subject: answered.subject };
  const known = await selectIdentity(transaction, organizationId, person);
  const named = known ?? (await selectNamed(transaction, organizationId, namesOf(answered)));
  const state = named === null ? null : await stateOfNamed(transaction, organizationId, named);
  if (state === 'ENDED') return 'NO_ROLE';
  if (role === null && state === null) return await refuse(transaction, head, at);
  const { accountId, isNew } =
    known === null
      ? await linkAccount(transaction, { organizationId, answered, client, ownHeads })
      : { accountId: known, isNew: false };
  // The account of the address may be of a person whom the directory names by another one.
  const found = state ?? (await stateOfNamed(transaction, organizationId, accountId));
  if (found === 'ENDED') throw refused('NO_ROLE');
  const changes = [
    ...(found === 'ACTIVE' || role === null ? [] : await followRole(transaction, organizationId, accountId, role)),
    ...(await followClaims(transaction, organizationId, accountId, groups)),
  ];
  await noteIdentity(transaction, organizationId, person, accountId);
  const subject = { type: 'member', id: accountId };
  const linked = { kind: 'member.directory_linked', subject, metadata: { issuer: person.issuer, newAccount: isNew } };
  await append(transaction, head, accountId, known === null ? [...changes, linked] : changes);
  const until = new Date(transaction.clock.nowMs() + connection.sessionHours * 3_600_000);
  const directory = { until, subject: answered.subject, sid: answered.sid };
  const tokens = await directorySessions.start(transaction, { accountId, organizationId, client, directory });
  return { signedIn: await signedInAs(transaction, organizationId, accountId), tokens };
}

const namesOf = ({ subject, claims }: Answered) => ({ subject, email: addressOf(claims)?.email ?? '' });

async function append(transaction: Transaction, head: ChainedHead, accountId: string, changes: readonly Change[]) {
  const actor = { type: 'user', id: accountId } as const;
  const origin = { actor, nowMs: transaction.clock.nowMs(), source: 'sso', keyPrefix: null };
  await appendEntries(transaction, head, entriesOf(head.organizationId, changes, origin));
}

async function signedInAs(transaction: Transaction, organizationId: string, accountId: string): Promise<SignedIn> {
  const account = await selectAccountById(transaction, accountId);
  const [organization] = await transaction.query<SignedIn['organization']>(SELECT_OWN, [organizationId, accountId]);
  if (account === null || organization === undefined) throw refused('OTHER_PERSON');
  const { id, email, name } = account;
  return { user: { id, email, name }, organization };
}

const SELECT_OWN = `
  SELECT o.organization_id AS id, o.name, m.role
  FROM svc.memberships m JOIN svc.organizations o USING (organization_id)
  WHERE m.organization_id = $1 AND m.account_id = $2`;
