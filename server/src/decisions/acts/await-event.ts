// SPDX-License-Identifier: Apache-2.0
/** Reads a decision, and waits for the outcome of its review. */
import type { Decision, KeyPermission } from '@svc/contract';
import type pg from 'pg';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { OrganizationSnapshots } from '../../organization/organizations/index.ts';
import { readEvent, type WaitingCalls } from '../../record/events/index.ts';
import { withReviewUrl } from '../decide/index.ts';

export interface AwaitedEvent {
  id: string;
  waitMs: number;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}

interface AwaitDeps {
  pool: pg.Pool;
  snapshots: OrganizationSnapshots;
  waitingCalls: WaitingCalls;
  baseUrl: () => string;
}

/** @throws ApiError 401, 403 and 404 as the key sees the event */
export async function awaitEvent(
  { pool, snapshots, waitingCalls, baseUrl }: AwaitDeps,
  access: Access,
  { id: eventId, waitMs, signal }: AwaitedEvent,
  permission: KeyPermission,
): Promise<Decision> {
  const { organizationId } = access;
  const read = () => {
    const nowMs = pool.clock.nowMs();
    return snapshots.underCurrentRules(organizationId, async (snapshot) => {
      const key = await checkCaller(snapshot, access, permission, nowMs);
      return withReviewUrl(await readEvent(pool, snapshot, key, eventId, nowMs), baseUrl);
    });
  };
  return await waitingCalls.answer({ organizationId, eventId, waitMs, signal, read });
}
