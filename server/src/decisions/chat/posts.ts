// SPDX-License-Identifier: Apache-2.0
/** The messages and tickets about reviews: claims, results, and who pressed on which. */
import type pg from 'pg';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';
import {
  CLAIMED_AT,
  claimByLaneSql,
  type DueLane,
  dueIn,
  dueLanesSql,
  type Outbox,
} from '../../storage/outbox/index.ts';
import { LAPSE_MS } from './limits.ts';

export interface Post {
  id: string;
  organizationId: string;
  integrationId: string;
  eventId: string;
  createdAt: Date;
  messageTs: string | null;
  messageChannel: string | null;
  shown: string | null;
}

/** A post for this process to bring up to date now. */
export interface PostClaim extends Post {
  attempts: number;
  claims: number;
  version: number;
  /** An earlier attempt may have arrived. */
  isDoubtful: boolean;
}

interface PostRow {
  [column: string]: unknown;
  id: string;
  organization_id: string;
  integration_id: string;
  event_id: string;
  created_at: Date;
  message_ts: string | null;
  message_channel: string | null;
  shown: string | null;
}

interface ClaimRow extends PostRow {
  attempts: number;
  claims: number;
  version: number;
  is_doubtful: boolean;
  lapsed_at: Date | null;
}

const COLUMNS = [
  'id',
  'organization_id',
  'integration_id',
  'event_id',
  'created_at',
  'message_ts',
  'message_channel',
  'shown',
] as const;

/** Organizations with due posts. */
export async function lanesOfPosts(pool: pg.Pool): Promise<DueLane[]> {
  return await queryAcross<DueLane & pg.QueryResultRow>(pool, TABLES, DUE_LANES, [pool.clock.now()]);
}

/** @param placesOf how many to claim of each organization, at most */
export async function claimPosts(pool: pg.Pool, placesOf: ReadonlyMap<string, number>): Promise<PostClaim[]> {
  const lanes = [[...placesOf.keys()], [...placesOf.values()]];
  const rows = await queryAcross<ClaimRow>(pool, TABLES, CLAIM, [LAPSE_MS, pool.clock.now(), ...lanes]);
  return rows.map((row) => ({
    ...postOf(row),
    attempts: row.attempts,
    claims: Number(row.claims),
    version: row.version,
    // A claim that was never settled is one of a dead process, which may have sent.
    isDoubtful: row.is_doubtful || row.lapsed_at !== null,
  }));
}

const POSTS: Outbox = {
  table: 'svc.chat_outbox',
  key: 'id',
  attempts: 'attempts',
  returns: [...COLUMNS, 'attempts', 'claims', 'version', 'is_doubtful'],
  before: { claimed_at: 'lapsed_at' },
  sets: ['claims = o.claims + 1', `claimed_at = ${CLAIMED_AT}`],
};

/** Claimed over all organizations. */
const TABLES = ['chat_outbox'];
const DUE_LANES = dueLanesSql(POSTS);
const CLAIM = claimByLaneSql(POSTS, 'organization_id');

/** The result of an attempt. */
export interface Settlement {
  /** The next attempt; null when there is nothing to do until the review changes. */
  dueInMs: number | null;
  isDoubtful: boolean;
  /** Resets the back-off. */
  isDone: boolean;
  message?: { ts: string; channel: string };
  shown?: string;
}

/** Valid only while the claim holds. A review that changed meanwhile makes the post due at once. */
export async function settlePost(pool: pg.Pool, claim: PostClaim, result: Settlement): Promise<void> {
  const values = [
    claim.id,
    claim.claims,
    claim.version,
    result.dueInMs,
    result.isDoubtful,
    result.isDone,
    result.message?.ts ?? null,
    result.message?.channel ?? null,
    result.shown ?? null,
    pool.clock.now(),
  ];
  await inTransaction(pool, [claim.organizationId], (transaction) => transaction.query(SETTLE, values));
}

const SETTLE = `
  UPDATE svc.chat_outbox SET
    claimed_at = NULL, is_doubtful = $5, attempts = CASE WHEN $6 OR version <> $3 THEN 0 ELSE attempts END,
    message_ts = coalesce($7, message_ts), message_channel = coalesce($8, message_channel),
    shown = coalesce($9, shown),
    due_at = CASE WHEN version <> $3 THEN $10::timestamptz ELSE ${dueIn('$4::float8', '$10')} END
  WHERE id = $1 AND claims = $2 AND claimed_at IS NOT NULL`;

/** Null for an id that no message carries. */
export async function selectPost(pool: pg.Pool, id: string): Promise<Post | null> {
  const [row] = await queryAcross<PostRow>(pool, TABLES, SELECT_POST, [id]);
  return row === undefined ? null : postOf(row);
}

const SELECT_POST = `SELECT ${COLUMNS.join(', ')} FROM svc.chat_outbox WHERE id = $1`;

function postOf(row: PostRow): Post {
  return {
    id: row.id,
    organizationId: row.organization_id,
    integrationId: row.integration_id,
    eventId: row.event_id,
    createdAt: row.created_at,
    messageTs: row.message_ts,
    messageChannel: row.message_channel,
    shown: row.shown,
  };
}
