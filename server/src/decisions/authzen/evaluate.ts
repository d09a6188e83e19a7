// SPDX-License-Identifier: Apache-2.0
/** One access evaluation: one recorded decision, or the redemption of one that a person has approved. */
import type { Decision } from '@svc/contract';
import type { Payload } from '@svc/core/action-digest';
import type { Access } from '../../organization/callers/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { decideAndRecord, NO_ROUTE } from '../decide/index.ts';
import type { HttpGatewayDeps } from '../gateways/index.ts';
import { requestEndpointOf } from './access-request.ts';
import { actOf, UnknownPart } from './act.ts';
import { evaluateAgain } from './evaluate-again.ts';
import type { Evaluation } from './evaluation.ts';
import type { Question } from './question.ts';

/**
 * @param retryKey the idempotency key; null for none
 * @throws ApiError as deciding does; an unknown part is a denial, and no error
 */
export async function evaluate(
  deps: HttpGatewayDeps,
  access: Access,
  question: Question,
  retryKey: string | null,
): Promise<Evaluation> {
  try {
    if (question.approvalId !== null) return await evaluateAgain(deps, access, question, retryKey);
    return evaluationOf(await decideQuestion(deps, access, question, retryKey), deps.baseUrl);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const part = error instanceof UnknownPart ? error.part : 'subject';
    return { decision: false, context: { reason: `unknown_${part}`, reasons: [error.message] } };
  }
}

/** The action of the question takes its place, once the rules have read it. */
const UNSEEN = 'DELETE_DATA';

async function decideQuestion(
  deps: HttpGatewayDeps,
  access: Access,
  question: Question,
  idempotencyKey: string | null,
): Promise<Decision> {
  const { decision } = await decideAndRecord(deps, {
    access,
    door: 'AUTHZEN',
    endpoint: 'events',
    idempotencyKey,
    body: question as Payload,
    action: UNSEEN,
    event: {},
    loadRoute(snapshot, key) {
      const act = actOf(snapshot, key, question);
      return { ...NO_ROUTE, defaults: act, seenBy: () => ({ ...act, resource: null, content: null }) };
    },
  });
  return decision;
}

/** A stored answer of a review is never a permission: an approved act is redeemed, once. */
function evaluationOf({ id, decision, reasons, review, redemption }: Decision, baseUrl: () => string): Evaluation {
  const context = { evaluation_id: id };
  if (decision === 'ALLOW') return { decision: true, context };
  const expiresAt = review?.status === 'APPROVED' ? redemption?.redeemableUntil : review?.expiresAt;
  const isOpen = review?.status === 'PENDING' || review?.status === 'APPROVED';
  if (!isOpen || expiresAt == null) {
    return { decision: false, context: { ...context, reason: 'policy_denied', reasons } };
  }
  const access_request = { endpoint: requestEndpointOf(baseUrl), expires_at: expiresAt };
  return { decision: false, context: { ...context, reason: 'approval_required', reasons, access_request } };
}
