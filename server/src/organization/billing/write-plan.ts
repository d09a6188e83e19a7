// SPDX-License-Identifier: Apache-2.0
/** Gives an organization another plan: its settings, and the entries of the change. */
import type { PlanName } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { limitsOf } from '../../registry/plans/index.ts';
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { selectSettings, settingChanges, settingsOf, writeSettings } from '../organizations/index.ts';

const MINUTES_PER_DAY = 1_440;

/**
 * Records that exist stay, also past the new plan's counts: only new agents are refused. A review may not outlive its
 * event, so its expiry becomes shorter where the new retention asks for that.
 * @param transaction holds the lock of the head
 */
export async function writePlan(
  transaction: Transaction,
  organizationId: string,
  plan: PlanName,
  nowMs: number,
): Promise<Change[]> {
  const before = await selectSettings(transaction, organizationId);
  if (before === undefined) throw new Error('there is no organization whose plan could change');
  const { retentionDays } = limitsOf(plan, before);
  const expiryMax = retentionDays === null ? Number.POSITIVE_INFINITY : retentionDays * MINUTES_PER_DAY;
  const reviewExpiryMinutes = Math.min(before.reviewExpiryMinutes, expiryMax);
  const after = settingsOf({ plan, reviewExpiryMinutes }, before);
  const changes = settingChanges(organizationId, before, after);
  // The name of an organization that exists is not written.
  if (changes.length > 0) await writeSettings(transaction, { id: organizationId, name: '-' }, after, nowMs);
  return changes;
}

/** @throws ApiError 409: the contract of an ENTERPRISE organization ends by provisioning alone */
export function refuseContract(plan: string): void {
  if (plan !== 'ENTERPRISE') return;
  throw new ApiError('conflict', { message: 'The plan ENTERPRISE is a contract; the operator changes it.' });
}
