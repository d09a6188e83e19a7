// SPDX-License-Identifier: Apache-2.0
/** One process at a time applies a file. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../../storage/db/index.ts';
import { LOCK_POLL_MS, LOCK_WAIT_MS_MAX } from '../limits.ts';

/**
 * Takes the lock until the transaction ends. It polls instead of waiting inside PostgreSQL, whose time-outs of locks
 * and statements, made for requests, would end the wait too early.
 * @throws Error when another process applies for longer than a minute
 */
export async function lockProvisioning(transaction: Transaction): Promise<void> {
  for (let waitedMs = 0; waitedMs < LOCK_WAIT_MS_MAX; waitedMs += LOCK_POLL_MS) {
    const [answer] = await transaction.query<{ won: boolean }>(TRY_LOCK);
    if (answer?.won === true) return;
    await delay(LOCK_POLL_MS);
  }
  throw new Error('another process has been applying a provisioning file for a minute; try again');
}

const TRY_LOCK = `SELECT pg_try_advisory_xact_lock(hashtext('svc.provisioning')) AS won`;
