// SPDX-License-Identifier: Apache-2.0
/** An evaluation with an approval: the approved act is redeemed once, as it was decided, under the rules of now. */
import { randomUUID } from 'node:crypto';
import { OPERATIONS, type RedemptionRequest } from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { readAct, redeemEvent } from '../acts/index.ts';
import type { HttpGatewayDeps } from '../gateways/index.ts';
import { TASK_RETRY_AFTER_SECONDS } from './access-request.ts';
import { actOf } from './act.ts';
import type { Evaluation, EvaluationContext } from './evaluation.ts';
import type { Question } from './question.ts';

/** @throws ApiError as redeeming does, but for the refusals that the profile has words for */
export async function evaluateAgain(
  deps: HttpGatewayDeps,
  access: Access,
  question: Question,
  retryKey: string | null,
): Promise<Evaluation> {
  const id = question.approvalId ?? '';
  const request = await requestOf(deps, access, question);
  try {
    const idempotencyKey = retryKey ?? randomUUID();
    await redeemEvent(deps, access, { id, idempotencyKey, request, text: JSON.stringify(request) });
    return { decision: true, context: { evaluation_id: id.toLowerCase() } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal = error.code === 'not_allowed' ? await refusalByReview(deps, access, id) : REFUSALS[error.code];
    if (refusal === undefined) throw error;
    return { decision: false, context: { ...refusal, reasons: error.reasons ?? [error.message] } };
  }
}

/** The body that the question stands for. */
async function requestOf(
  { pool, snapshots }: HttpGatewayDeps,
  access: Access,
  question: Question,
): Promise<RedemptionRequest> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const key = await checkCaller(snapshot, access, OPERATIONS.redeemEvent.permission, pool.clock.nowMs());
    const { recordsAffected, destination, ...named } = actOf(snapshot, key, question);
    await snapshots.assertCurrent(snapshot);
    return {
      ...named,
      ...(recordsAffected !== null && { recordsAffected }),
      ...(destination !== null && { destination }),
    };
  });
}

type Refusal = Pick<EvaluationContext, 'reason' | 'next_action' | 'retry_after'>;

const UNVERIFIABLE: Refusal = { reason: 'approval_unverifiable', next_action: 'none' };
const LAPSED: Refusal = { reason: 'approval_expired', next_action: 'request' };

/** By the code of the error. Another kind of key, a foreign event and no event are told alike. */
const REFUSALS: Partial<Record<ApiError['code'], Refusal>> = {
  validation_error: UNVERIFIABLE,
  idempotency_key_reused: UNVERIFIABLE,
  not_found: UNVERIFIABLE,
  forbidden: UNVERIFIABLE,
  already_redeemed: LAPSED,
  approval_lapsed: LAPSED,
  action_mismatch: { reason: 'out_of_scope', next_action: 'request' },
  refused_now: { reason: 'policy_denied', next_action: 'none' },
};

async function refusalByReview(deps: HttpGatewayDeps, access: Access, id: string): Promise<Refusal> {
  const { decision } = await readAct(deps, access, id);
  const status = decision.review?.status;
  if (status === 'PENDING') {
    return { reason: 'grant_pending', next_action: 'retry', retry_after: TASK_RETRY_AFTER_SECONDS };
  }
  return status === 'EXPIRED' ? LAPSED : { reason: 'policy_denied', next_action: 'none' };
}
