// SPDX-License-Identifier: Apache-2.0
/** Work on the reviews of every organization that has some to do, in batches. */
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';

export interface Work {
  /** Those of `$1::uuid[]` with work that is due at `$2`, as `organization_id`, in one query. */
  selectWithDue: string;
  /** One batch. @returns the number of reviews, fewer than the batch when none is left */
  doBatch(organizationId: string): Promise<number>;
  reviewsPerBatch: number;
}

export interface Done {
  reviews: number;
  /** Organizations with work for the next run. */
  left: number;
}

/**
 * @param signal stops between two batches
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function eachOrganization(pool: pg.Pool, work: Work, signal: AbortSignal): Promise<Done> {
  let reviews = 0;
  const allBatches = async (organizationId: string): Promise<boolean> => {
    while (!signal.aborted) {
      const count = await work.doBatch(organizationId);
      reviews += count;
      if (count < work.reviewsPerBatch) return true;
    }
    return false;
  };
  const left = await everyOrganization(pool, dueBy(work.selectWithDue), allBatches, signal);
  return { reviews, left };
}
