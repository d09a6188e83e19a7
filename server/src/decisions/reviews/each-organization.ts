// SPDX-License-Identifier: Apache-2.0
/** Work on the reviews of every organization that has some to do. */
import type pg from 'pg';
import { ORGANIZATIONS_PER_PAGE, organizationsAfter } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;

export interface Work {
  /** Those of `$1::uuid[]` with work that is due at `$2`, as `organization_id`, in one query. */
  selectWithDue: string;
  /** One batch. @returns the number of reviews, fewer than the batch when none is left */
  doBatch(organizationId: string): Promise<number>;
  reviewsPerBatch: number;
}

/**
 * A failing organization, such as one whose head is held for too long, does not delay the others.
 * @param signal stops between two batches
 * @returns the number of reviews
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function eachOrganization(pool: pg.Pool, work: Work, signal: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for await (const organizationId of withDue(pool, work.selectWithDue)) {
    if (signal.aborted) break;
    try {
      done += await allBatches(work, organizationId, signal);
    } catch (error) {
      failures.push(error);
      if (failures.length > FAILURES_MAX) throw new AggregateError(failures);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return done;
}

/** @returns the number of organizations with work that is due */
export async function countOrganizations(pool: pg.Pool, selectWithDue: string): Promise<number> {
  let count = 0;
  for await (const _ of withDue(pool, selectWithDue)) count += 1;
  return count;
}

async function allBatches(work: Work, organizationId: string, signal: AbortSignal): Promise<number> {
  let done = 0;
  while (!signal.aborted) {
    const count = await work.doBatch(organizationId);
    done += count;
    if (count < work.reviewsPerBatch) break;
  }
  return done;
}

/** One query for a page of organizations, which is all that a quiet deployment costs. */
async function* withDue(pool: pg.Pool, selectWithDue: string): AsyncGenerator<string> {
  let after: string | null = null;
  do {
    const organizationIds: readonly string[] = await organizationsAfter(pool, after);
    if (organizationIds.length > 0) {
      const rows = await inTransaction(pool, organizationIds, (transaction) =>
        transaction.query<{ organization_id: string }>(selectWithDue, [organizationIds, transaction.clock.now()]),
      );
      for (const row of rows) yield row.organization_id;
    }
    after = organizationIds.length === ORGANIZATIONS_PER_PAGE ? (organizationIds.at(-1) ?? null) : null;
  } while (after !== null);
}
