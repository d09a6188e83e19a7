// SPDX-License-Identifier: Apache-2.0
/** Goes through all organizations, for periodic tasks and for commands. */
import type pg from 'pg';
import { inTransaction, queryAcross, type Transaction } from '../../storage/db/index.ts';

const ORGANIZATIONS_PER_PAGE = 500;
const DIRECTORY = ['organization_directory'];
/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;

/** Ids of organizations in order, a page at a time; without those whose past is being written. */
export async function* pagesOfOrganizations(pool: pg.Pool): AsyncGenerator<string[], void, undefined> {
  for (let after: string | null = null; ; ) {
    const values: unknown[] = [after, ORGANIZATIONS_PER_PAGE];
    const rows: { organization_id: string }[] = await queryAcross(pool, DIRECTORY, SELECT_ORGANIZATIONS, values);
    const page = rows.map((row) => row.organization_id);
    if (page.length > 0) yield page;
    if (page.length < ORGANIZATIONS_PER_PAGE) return;
    after = page.at(-1) ?? null;
  }
}

const SELECT_ORGANIZATIONS = `
  SELECT organization_id FROM svc.organization_directory
  WHERE NOT being_written AND ($1::uuid IS NULL OR organization_id > $1)
  ORDER BY organization_id LIMIT $2`;

/** Selects what there is to do for a page of organizations: a quiet deployment costs one query for each page. */
type SelectDue<Due> = (transaction: Transaction, organizationIds: readonly string[]) => Promise<readonly Due[]>;

/** @param sql selects those of `$1::uuid[]` with something to do, as `organization_id`; `$2` is the moment */
export function dueBy(sql: string): SelectDue<string> {
  return async (transaction, organizationIds) => {
    const values = sql.includes('$2') ? [organizationIds, transaction.clock.now()] : [organizationIds];
    const rows = await transaction.query<{ organization_id: string }>(sql, values);
    return rows.map((row) => row.organization_id);
  };
}

/**
 * Does what is due for every organization. A failing one, such as one whose head is held for too long, delays no other.
 * @param work resolves to false when something is left for the next run
 * @param signal stops between two organizations; `work` stops by itself
 * @returns the number of organizations with something left
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function everyOrganization<Due>(
  pool: pg.Pool,
  select: SelectDue<Due>,
  work: (due: Due) => Promise<boolean>,
  signal: AbortSignal,
): Promise<number> {
  const failures: unknown[] = [];
  let left = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    for (const due of await inTransaction(pool, page, (transaction) => select(transaction, page))) {
      try {
        if (signal.aborted || !(await work(due))) left += 1;
      } catch (error) {
        failures.push(error);
        if (failures.length > FAILURES_MAX) throw new AggregateError(failures);
      }
    }
    if (signal.aborted) break;
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}
