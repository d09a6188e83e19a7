// SPDX-License-Identifier: Apache-2.0
/** Sends news. */
import type pg from 'pg';
import type { Transaction } from '../db/index.ts';
import { CHANNEL, type Topic } from './topics.ts';

const SEPARATOR = ',';
/** A message of PostgreSQL holds less than 8,000 bytes, and a topic has 38. */
const TOPICS_PER_MESSAGE_MAX = 200;

/** Heard with the commit, and never without one. It is for rare changes: such commits wait for each other. */
export async function tellWithCommit(transaction: Transaction, ...topics: readonly Topic[]): Promise<void> {
  for (const payload of payloadsOf(topics)) await transaction.query(NOTIFY, [CHANNEL, payload]);
}

/** Outside any transaction that others wait for. */
export async function tellNow(pool: pg.Pool, topics: readonly Topic[]): Promise<void> {
  for (const payload of payloadsOf(topics)) await pool.query(NOTIFY, [CHANNEL, payload]);
}

function payloadsOf(topics: readonly Topic[]): string[] {
  const each = [...new Set(topics)];
  const count = Math.ceil(each.length / TOPICS_PER_MESSAGE_MAX);
  return Array.from({ length: count }, (_, page) =>
    each.slice(page * TOPICS_PER_MESSAGE_MAX, (page + 1) * TOPICS_PER_MESSAGE_MAX).join(SEPARATOR),
  );
}

const NOTIFY = 'SELECT pg_notify($1, $2)';

export function topicsIn(payload: string): string[] {
  return payload.split(SEPARATOR);
}
