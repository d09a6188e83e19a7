// SPDX-License-Identifier: Apache-2.0
/**
 * Events, deliveries and idempotency records lie in partitions, so that a term ends with a table. One run makes those
 * of the days to come, ends those that are past, and joins old ones, since each makes lists dearer.
 */
import type pg from 'pg';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { selectTerms, type Term } from './terms.ts';

const DAY_MS = 86_400_000;
/** Terms of plans up to this one end with partitions of a day, at most a day late. */
const SHORT_TERM_DAYS_MAX = 31;
/** Longer terms end so late at most. */
const LONG_PARTITION_DAYS = 14;
const ENDLESS_PARTITION_DAYS = 28;
/** Partitions are joined when the short terms have passed them. */
const JOINED_AFTER_DAYS = SHORT_TERM_DAYS_MAX + 4;
/** A run ends partitions of this long ago before rows are deleted one by one. */
const TRIED_WITHIN_MS = 2 * 3_600_000;

export interface Partition {
  parted: string;
  part: string;
  /** Null for the one of all rows from before partitions were made. */
  lowMs: number | null;
  highMs: number;
}

/** All with bounds, by table, from old to new. */
export async function readPartitions(pool: pg.Pool): Promise<Partition[]> {
  return await inTransaction(pool, [], (transaction) =>
    transaction.query<Partition & Record<string, unknown>>(SELECT_PARTITIONS),
  );
}

const SELECT_PARTITIONS = `
  SELECT parted::text, part::text, (extract(epoch FROM svc.moment_of(low)) * 1000)::float8 AS "lowMs",
    (extract(epoch FROM svc.moment_of(high)) * 1000)::float8 AS "highMs"
  FROM svc.partitions()`;

/** Rows of this span of ids, in milliseconds, go with their partition soon, or will. */
export function leftToPartitions(
  partitions: readonly Partition[],
  beforeMs: number,
): { fromMs: number; toMs: number } | null {
  const around = partitions.filter(
    ({ lowMs, highMs }) => lowMs !== null && lowMs < beforeMs && highMs > beforeMs - TRIED_WITHIN_MS,
  );
  if (around.length === 0) return null;
  return {
    fromMs: Math.min(...around.map(({ lowMs }) => lowMs ?? 0)),
    toMs: Math.max(...around.map(({ highMs }) => highMs)),
  };
}

/**
 * Repeating or interrupting it does no harm. A table that cannot be locked at once waits for the next run: decisions
 * wait behind that lock.
 * @param patient a pool whose statements may take minutes: rows that stay may be copied
 * @returns 1 when a table was in use, and 0 otherwise
 * @throws AggregateError when partitions failed, after the others are done
 */
export async function turnPartitions(
  { pool, patient }: { pool: pg.Pool; patient: pg.Pool },
  nowMs: number,
  signal: AbortSignal,
): Promise<number> {
  const terms = await readTerms(pool, nowMs);
  const failures: unknown[] = [];
  let left = 0;
  const run = async (organizationIds: readonly string[], text: string, values: unknown[]): Promise<void> => {
    if (signal.aborted || left > 0) return;
    try {
      await inTransaction(patient, organizationIds, (transaction) => transaction.query(text, values));
    } catch (error) {
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) left += 1;
      else failures.push(error);
    }
  };
  await run([], 'SELECT svc.make_partitions($1)', [partitionDays(terms, nowMs)]);
  for (const { parted, part, highMs } of await readPartitions(pool)) {
    const ended = terms.filter(({ before }) => before.getTime() >= highMs).map(({ organizationId }) => organizationId);
    if ((ended.length > 0 || parted === KEYS) && highMs <= nowMs - DAY_MS) await run(ended, END, [[part], ended]);
  }
  const old = (await readPartitions(pool)).filter(({ highMs }) => highMs <= nowMs - JOINED_AFTER_DAYS * DAY_MS);
  for (const joined of fullBlocks(old)) await run([], END, [joined, []]);
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}

/** They are over by their age, for every organization. */
const KEYS = 'idempotency_records';
/** PostgreSQL's code for a lock that was not to be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
const END = 'SELECT svc.end_partitions($1::text[]::name[], $2::uuid[])';

async function readTerms(pool: pg.Pool, nowMs: number): Promise<Term[]> {
  const terms: Term[] = [];
  for await (const page of pagesOfOrganizations(pool)) {
    terms.push(...(await inTransaction(pool, page, (transaction) => selectTerms(transaction, page, nowMs))));
  }
  return terms;
}

/** As wide as the shortest term of the deployment allows. */
function partitionDays(terms: readonly Term[], nowMs: number): number {
  const shortest = terms.reduce(
    (least, { before }) => Math.min(least, nowMs - before.getTime()),
    Number.POSITIVE_INFINITY,
  );
  if (shortest <= SHORT_TERM_DAYS_MAX * DAY_MS) return 1;
  return Number.isFinite(shortest) ? LONG_PARTITION_DAYS : ENDLESS_PARTITION_DAYS;
}

/** Neighbours that fill a long partition together: it is not joined a second time. */
function fullBlocks(partitions: readonly Partition[]): string[][] {
  const blocks: string[][] = [];
  let block: Partition[] = [];
  for (const partition of partitions) {
    if (partition.lowMs === null) continue;
    const [first, last] = [block[0], block.at(-1)];
    const isNext = last?.parted === partition.parted && last.highMs === partition.lowMs;
    const spanMs = partition.highMs - (first?.lowMs ?? partition.lowMs);
    const fits = isNext && spanMs <= LONG_PARTITION_DAYS * DAY_MS;
    if (!fits && isNext && block.length > 1) blocks.push(block.map(({ part }) => part));
    block = fits ? [...block, partition] : [partition];
    if (block.length > 1 && spanMs === LONG_PARTITION_DAYS * DAY_MS) {
      blocks.push(block.map(({ part }) => part));
      block = [];
    }
  }
  return blocks;
}
