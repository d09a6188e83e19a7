// SPDX-License-Identifier: Apache-2.0
/** Reads a decided act for the key that may act on it. */
import { type Decision, OPERATIONS } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { decisionOf } from '../../record/events/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type DecideDeps, withReviewUrl } from '../decide/index.ts';
import { type ActedEvent, checkActor, eventIdOf, SELECT_ACTS } from './acting.ts';

export interface ReadAct {
  row: ActedEvent;
  decision: Decision;
  /** The rules and the key that it was read by. */
  snapshot: OrganizationSnapshot;
  key: ApiKeyRecord;
}

/** @throws ApiError 400 for an id that is none; 401, 403 and 404 as for redeeming it */
export async function readAct(
  { pool, snapshots, baseUrl }: Pick<DecideDeps, 'pool' | 'snapshots' | 'baseUrl'>,
  access: Access,
  id: string,
): Promise<ReadAct> {
  const eventId = eventIdOf(id);
  const { organizationId } = access;
  const reading = snapshots.underCurrentRules(organizationId, async (snapshot) => {
    const key = await checkCaller(snapshot, access, OPERATIONS.redeemEvent.permission, pool.clock.nowMs());
    const [found] = await inTransaction(pool, [organizationId], (transaction) =>
      transaction.query<ActedEvent & Record<string, unknown>>(SELECT_ACTS, [organizationId, [eventId]]),
    );
    await snapshots.assertCurrent(snapshot);
    const row = checkActor(found, key);
    return { row, decision: withReviewUrl(decisionOf(row, pool.clock.nowMs()), baseUrl), snapshot, key };
  });
  return await access.time.within(reading);
}
