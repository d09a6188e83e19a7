// SPDX-License-Identifier: Apache-2.0
/** Looks over an outbox for organizations with due work, and claims of several of them. */
import type pg from 'pg';
import { inTransaction, queryAcross } from '../db/index.ts';
import { claimOfSql, dueOrganizationsSql, type Outbox } from './claim-sql.ts';
import type { DueLane } from './send-due.ts';

/** An outbox whose work belongs to organizations. */
export interface Claims<Row> {
  /** Organizations with due work, those that have waited for longest first. */
  due(pool: pg.Pool): Promise<DueLane[]>;
  /** One statement for each organization, all in one transaction. @param placesOf how many rows of each, at most */
  claim(pool: pg.Pool, placesOf: ReadonlyMap<string, number>): Promise<Row[]>;
}

/** @param kinds kinds of work that this build knows; others wait for one that does. Absent: the outbox has no kinds */
export function claimsOf<Row extends pg.QueryResultRow>(
  outbox: Outbox,
  lapseMs: number,
  kinds?: readonly string[],
): Claims<Row> {
  const ofKind = (parameter: string) => (kinds === undefined ? undefined : `w.kind = ANY (${parameter}::text[])`);
  const more = kinds === undefined ? [] : [kinds];
  const tables = [outbox.table.slice('svc.'.length)];
  const look = dueOrganizationsSql(outbox, ofKind('$2'));
  const claim = claimOfSql(outbox, ofKind('$5'));
  return {
    due: (pool) => queryAcross<DueLane & pg.QueryResultRow>(pool, tables, look, [pool.clock.now(), ...more]),
    async claim(pool, placesOf) {
      const now = pool.clock.now();
      const claimed = await inTransaction(pool, [...placesOf.keys()], (transaction) =>
        Promise.all(
          [...placesOf].map(([organizationId, places]) =>
            transaction.query<Row>(claim, [lapseMs, now, organizationId, places, ...more]),
          ),
        ),
      );
      return claimed.flat();
    },
  };
}
