// SPDX-License-Identifier: Apache-2.0
/** Sends news. */
import type pg from 'pg';
import type { Transaction } from '../db/index.ts';
import { CHANNEL, type Topic } from './topics.ts';

const SEPARATOR = ',';
/** A message of PostgreSQL holds less than 8,000 bytes, and a topic has 38. */
const TOPICS_PER_MESSAGE_MAX = 200;

/** Heard with the commit, and never without one. It is for rare changes: such commits wait for each other. */
export async function tellWithCommit(transaction: Transaction, topic: Topic): Promise<void> {
  await transaction.query(NOTIFY, [CHANNEL, topic]);
}

/** Outside any transaction that others wait for. */
export async function tellNow(pool: pg.Pool, topics: readonly Topic[]): Promise<void> {
  for (let first = 0; first < topics.length; first += TOPICS_PER_MESSAGE_MAX) {
    const some = topics.slice(first, first + TOPICS_PER_MESSAGE_MAX);
    await pool.query(NOTIFY, [CHANNEL, some.join(SEPARATOR)]);
  }
}

const NOTIFY = 'SELECT pg_notify($1, $2)';

export function topicsIn(payload: string): string[] {
  return payload.split(SEPARATOR);
}
