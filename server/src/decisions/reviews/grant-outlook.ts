// SPDX-License-Identifier: Apache-2.0
/** Tells a person how a grant for the act of a review would look, and how much it would have answered. */
import type { GrantOutlook } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import { idFrom, inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reader, Reads } from '../../storage/lists/index.ts';
import { type Bound, grantableOf } from './grantable.ts';
import { selectReview } from './permitted-review.ts';

const MS_PER_HOUR = 3_600_000;
const ALIKE_WITHIN_MS = 30 * 24 * MS_PER_HOUR;
/** The newest are looked at, and no more. */
const ALIKE_REVIEWS_MAX = 5_000;

/** @throws ApiError 404 without such a review, 429 when too much is read at once */
export async function readGrantOutlook(reads: Reads, reader: Reader, eventId: string): Promise<GrantOutlook> {
  const { organizationId } = reader;
  const nowMs = reads.pool.clock.nowMs();
  return await reads.run(reader, 'search', () =>
    inTransaction(reads.pool, [organizationId], async (transaction) => {
      const review = await selectReview(transaction, organizationId, eventId);
      if (review === null) throw new ApiError('not_found', { message: 'There is no review of such an event.' });
      const { acts, hoursMax, hindrance, guardrail } = await grantableOf(transaction, organizationId, review, nowMs);
      return {
        hindrance,
        guardrail,
        untilMax: hoursMax === 0 ? null : new Date(nowMs + hoursMax * MS_PER_HOUR).toISOString(),
        recordsAffectedMax: acts?.recordsAffectedMax ?? null,
        call: acts?.call ?? null,
        alike:
          acts === null || hindrance !== null ? 0 : await countAlike(transaction, organizationId, eventId, acts, nowMs),
      };
    }),
  );
}

async function countAlike(
  transaction: Transaction,
  organizationId: string,
  eventId: string,
  acts: Bound,
  nowMs: number,
): Promise<number> {
  const { call } = acts;
  const [row] = await transaction.query<{ alike: number }>(COUNT_ALIKE, [
    organizationId,
    idFrom(new Date(nowMs - ALIKE_WITHIN_MS)),
    eventId,
    ALIKE_REVIEWS_MAX,
    acts.agentId,
    acts.action,
    acts.resourceId,
    acts.destination,
    acts.policyId,
    acts.recordsAffectedMax,
    acts.dlpTypes,
    call === null ? null : JSON.stringify([call.protocol, call.routeId, call.method, call.tool]),
  ]);
  return row?.alike ?? 0;
}

/** Stored reviews, by the bounds that a grant of this act would have. */
const COUNT_ALIKE = `
  SELECT count(*)::int AS alike FROM (
    SELECT event_id FROM svc.reviews
    WHERE organization_id = $1 AND NOT sandbox AND event_id >= $2::uuid AND event_id <> $3
    ORDER BY event_id DESC LIMIT $4
  ) AS r, LATERAL (SELECT * FROM svc.events WHERE organization_id = $1 AND id = r.event_id OFFSET 0) AS e
  WHERE e.agent_id = $5 AND e.action = $6 AND e.resource_id = $7 AND e.destination IS NOT DISTINCT FROM $8
    AND e.risk_level <> 'CRITICAL' AND e.records_affected <= $10
    AND COALESCE(e.record -> 'cause' ->> 'by', 'POLICY') NOT IN ('BUDGET', 'TOOL')
    AND (e.record -> 'policy' ->> 'id')::uuid IS NOT DISTINCT FROM $9::uuid
    AND ARRAY(SELECT json_array_elements_text(COALESCE(e.record -> 'dlpFindings', '[]'))) <@ $11::text[]
    AND CASE WHEN e.gateway_call IS NULL THEN NULL ELSE jsonb_build_array(e.gateway_call -> 'protocol',
      e.gateway_call -> 'routeId', e.gateway_call -> 'method', e.gateway_call -> 'tool') END
      IS NOT DISTINCT FROM $12::jsonb`;
