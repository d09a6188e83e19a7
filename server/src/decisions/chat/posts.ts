// SPDX-License-Identifier: Apache-2.0
/** The messages and tickets about reviews: claims, results, and who pressed on which. */
import type pg from 'pg';
import { inTransaction, queryAcross } from '../../storage/db/index.ts';
import { CLAIMED_AT, claimsOf, type DueLane, type Outbox } from '../../storage/outbox/index.ts';
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
export const lanesOfPosts = (pool: pg.Pool): Promise<DueLane[]> => CLAIMS.due(pool);

/** @param placesOf how many to claim of each organization, at most */
export async function claimPosts(pool: pg.Pool, placesOf: ReadonlyMap<string, number>): Promise<PostClaim[]> {
  return (await CLAIMS.claim(pool, placesOf)).map((row) => ({
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

/** Looked at over all organizations. */
const TABLES = ['chat_outbox'];
const CLAIMS = claimsOf<ClaimRow>(POSTS, LAPSE_MS);

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
  const nowMs = pool.clock.nowMs();
  const values = [
    claim.organizationId,
    claim.id,
    claim.claims,
    claim.version,
    result.dueInMs === null ? null : new Date(nowMs + result.dueInMs),
    result.isDoubtful,
    result.isDone,
    result.message?.ts ?? null,
    result.message?.channel ?? null,
    result.shown ?? null,
    new Date(nowMs),
  ];
  await inTransaction(pool, [claim.organizationId], (transaction) => transaction.query(SETTLE, values));
}

const SETTLE = `
  UPDATE svc.chat_outbox SET
    claimed_at = NULL, is_doubtful = $6, attempts = CASE WHEN $7 OR version <> $4 THEN 0 ELSE attempts END,
    message_ts = coalesce($8, message_ts), message_channel = coalesce($9, message_channel),
    shown = coalesce($10, shown), due_at = CASE WHEN version <> $4 THEN $11::timestamptz ELSE $5::timestamptz END
  WHERE organization_id = $1 AND id = $2 AND claims = $3 AND claimed_at IS NOT NULL`;

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
