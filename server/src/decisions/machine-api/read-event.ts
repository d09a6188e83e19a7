// SPDX-License-Identifier: Apache-2.0
/** Reads a decision, and waits for the outcome of its review: GET /v1/events/{id}. */
import { type Decision, OPERATIONS } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { readEvent } from '../../record/events/index.ts';
import { eventIdOf } from '../acts/index.ts';
import { withReviewUrl } from '../decide/index.ts';
import type { MachineApiDeps } from './deps.ts';

export interface AskedEvent {
  id: string;
  waitMs: number;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

/** @throws ApiError 400 for an id that is none; 401, 403 and 404 as the key sees the event */
export async function readEventAs(
  deps: Pick<MachineApiDeps, 'pool' | 'snapshots' | 'waitingCalls' | 'baseUrl'>,
  access: Access,
  { id, waitMs, signal }: AskedEvent,
): Promise<Decision> {
  const eventId = eventIdOf(id);
  return await deps.waitingCalls.answer({
    organizationId: access.organizationId,
    eventId,
    waitMs,
    signal,
    read: () => {
      const nowMs = deps.pool.clock.nowMs();
      return deps.snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
        const key = await checkCaller(snapshot, access, OPERATIONS.readEvent.permission, nowMs);
        return withReviewUrl(await readEvent(deps.pool, snapshot, key, eventId, nowMs), deps.baseUrl);
      });
    },
  });
}
