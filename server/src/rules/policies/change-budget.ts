// SPDX-License-Identifier: Apache-2.0
/** The bound of what an organization changes in its policies in a day: every change stays in its history for good. */
import { POLICY_CHANGED_BYTES_PER_DAY, POLICY_CHANGES_PER_DAY } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

const DAY_SECONDS = 86_400;

/** A number of changed policies, and the length of what they were and are, as JSON. */
export interface ChangeSize {
  changes: number;
  bytes: number;
}

/**
 * Changes of the operator's provisioning files count for nothing. The caller holds the head's lock.
 * @throws ApiError 429 with the seconds until there is room
 */
export async function checkChangeBudget(
  transaction: Transaction,
  organizationId: string,
  nowMs: number,
  size: ChangeSize,
): Promise<void> {
  const values = [
    organizationId,
    new Date(nowMs - DAY_SECONDS * 1_000),
    POLICY_CHANGES_PER_DAY - size.changes,
    POLICY_CHANGED_BYTES_PER_DAY - size.bytes,
  ];
  const [latest] = await transaction.query<{ at: Date }>(LATEST_IN_THE_WAY, values);
  if (latest === undefined) return;
  const message =
    `An organization may change ${POLICY_CHANGES_PER_DAY} policies, or ${POLICY_CHANGED_BYTES_PER_DAY} bytes of them,` +
    ' in 24 hours; apply what is still missing later, or in one go.';
  const waitMs = latest.at.getTime() + DAY_SECONDS * 1_000 - nowMs;
  throw new ApiError('rate_limited', { message, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** Sums from the newest version back: the first version at which there is no room has to leave the window. */
const LATEST_IN_THE_WAY = `
  SELECT at FROM (
    SELECT created_at AS at, version, sum(changes) OVER newer AS changes, sum(changed_bytes) OVER newer AS bytes
    FROM svc.policy_set_versions
    WHERE organization_id = $1 AND created_at > $2 AND source <> 'provisioning'
    WINDOW newer AS (ORDER BY version DESC)
  ) sums
  WHERE changes > $3::bigint OR bytes > $4::bigint
  ORDER BY version DESC
  LIMIT 1`;
