// SPDX-License-Identifier: Apache-2.0
/** The bound of what the people of an organization change in its guardrails in a day: every version is kept. */
import { GUARDRAIL_CHANGES_PER_DAY } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

const DAY_MS = 86_400_000;

/** The caller holds the head's lock. @throws ApiError 429 with the seconds until there is room */
export async function checkGuardrailBudget(
  transaction: Transaction,
  organizationId: string,
  nowMs: number,
): Promise<void> {
  const values = [organizationId, new Date(nowMs - DAY_MS), GUARDRAIL_CHANGES_PER_DAY - 1];
  const [inTheWay] = await transaction.query<{ created_at: Date }>(SELECT_IN_THE_WAY, values);
  if (inTheWay === undefined) return;
  const waitMs = inTheWay.created_at.getTime() + DAY_MS - nowMs;
  throw new ApiError('rate_limited', {
    message: `An organization may change its guardrails ${GUARDRAIL_CHANGES_PER_DAY} times in 24 hours; try later.`,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

/** The change that has to leave the window before there is room. */
const SELECT_IN_THE_WAY = `
  SELECT created_at FROM svc.guardrail_versions
  WHERE organization_id = $1 AND created_at > $2 AND source = 'app'
  ORDER BY created_at DESC OFFSET $3 LIMIT 1`;
