// SPDX-License-Identifier: Apache-2.0
/** Transactions bound to the organizations they may see, and named statements. */
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Clock } from '../../platform/clock/index.ts';
import { READS_ONLY_CODE } from '../connections/index.ts';

/** The part of a transaction that a query function needs. */
export interface Transaction {
  /** The time at which it happens: that of its pool. */
  readonly clock: Clock;
  /** A constant statement: each connection parses and plans it once. */
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A statement whose text depends on the request: planned anew for its values, and not kept. */
  queryOnce<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
}

/** `write`: READ COMMITTED. `snapshot`: read only, every statement sees the same moment. */
export type TransactionMode = 'write' | 'snapshot';

/**
 * Runs `work` in one transaction that sees the rows of these organizations only.
 * @param across tables in which it reaches rows of any organization; `queryAcross` says what that means
 * @throws any error of `work` or PostgreSQL; the transaction is then rolled back
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  organizationIds: readonly string[],
  work: (transaction: Transaction) => Promise<Result>,
  mode: TransactionMode = 'write',
  across: readonly string[] = [],
): Promise<Result> {
  const client = await pool.connect();
  try {
    // Not awaited before the work: both travel in one burst with its first statements.
    const [, result] = await inOneBurst(client, () =>
      Promise.all([begin(client, organizationIds, mode, across), work(transactionOn(client, pool.clock))]),
    );
    await commit(client);
    client.release();
    return result;
  } catch (error) {
    await endFailed(client, error);
    throw error;
  }
}

/**
 * Ends a failed transaction. A connection that cannot roll back does not return to the pool, and neither does one to a
 * server that only reads. One that left a query unanswered is not even asked: its caller would wait as long again.
 */
export async function endFailed(client: pg.PoolClient, error: unknown): Promise<void> {
  const isLost = error instanceof Error && (error.message === ANSWER_TIMED_OUT || codeOf(error) === READS_ONLY_CODE);
  const rolledBack =
    !isLost &&
    (await client.query('ROLLBACK').then(
      () => true,
      () => false,
    ));
  client.release(!rolledBack);
}

const codeOf = (error: Error): unknown => (error as { code?: unknown }).code;

/** The driver's text for a query that timed out; the error has no code. */
const ANSWER_TIMED_OUT = 'Query read timeout';

const BEGIN: Record<TransactionMode, string> = {
  write: 'BEGIN',
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
};

/**
 * Lets the transaction see the rows of these organizations. Policies of all tables read the setting. SET LOCAL ends
 * with the transaction and reaches all servers of a distributed database. It is a message by itself, which is sent on.
 */
const visible = (organizationIds: readonly string[]): string =>
  `SET LOCAL svc.organizations = ${literal(`{${organizationIds.join(',')}}`)}`;

/** In these tables it sees the rows of any organization. */
export const visibleAcross = (tables: readonly string[]): string =>
  `SET LOCAL svc.across = ${literal(tables.join(','))}`;

/** SET takes no parameters. */
function literal(text: string): string {
  if (!/^[\w{},-]*$/.test(text)) throw new TypeError(`${JSON.stringify(text)} is no list of ids or names of tables`);
  return `'${text}'`;
}

/** From now on the transaction sees these organizations only: for one that learns them on the way. */
export async function seeOrganizations(transaction: Transaction, organizationIds: readonly string[]): Promise<void> {
  await Promise.all([
    transaction.queryOnce(visible(organizationIds), []),
    transaction.queryOnce(visibleAcross([]), []),
  ]);
}

/** BEGIN and the organizations, sent in one burst. */
export async function begin(
  client: pg.ClientBase,
  organizationIds: readonly string[],
  mode: TransactionMode = 'write',
  across: readonly string[] = [],
): Promise<void> {
  await Promise.all([
    client.query(BEGIN[mode]),
    client.query(visible(organizationIds)),
    ...(across.length === 0 ? [] : [client.query(visibleAcross(across))]),
  ]);
}

/** COMMIT of a failed transaction answers ROLLBACK and no error: that is asserted here. */
export async function commit(client: pg.ClientBase): Promise<void> {
  const answer = await client.query('COMMIT');
  if (answer.command !== 'COMMIT') throw new Error('the transaction did not commit');
}

/**
 * Runs `send` and writes all queries that it sends before its first wait to the socket in one piece. A write for each
 * would wake the server as often.
 */
export function inOneBurst<Result>(client: pg.ClientBase, send: () => Result): Result {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

export function transactionOn(client: pg.ClientBase, clock: Clock): Transaction {
  return {
    clock,
    async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const result = await client.query<Row>({ name: statementName(text), text, values });
      return result.rows;
    },
    async queryOnce<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
      const result = await client.query<Row>({ text, values });
      return result.rows;
    },
  };
}

const names = new Map<string, string>();

/** A stable name for a statement's text, so that each connection parses and plans it once. */
export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `svc_${names.size + 1}`;
  names.set(text, name);
  return name;
}
