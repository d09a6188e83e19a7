// SPDX-License-Identifier: Apache-2.0
/** The routes of decisions. */
import type { EventRequest, OutcomeReport, RedemptionRequest } from '@svc/contract';
import { redeemEvent, reportOutcome } from '../../../../decisions/acts/index.ts';
import { decideEventAs, readEventAs } from '../../../../decisions/machine-api/index.ts';
import { invalid } from '../../../../platform/errors/index.ts';
import { idempotencyKeyOf } from '../../../http/index.ts';
import { clientDoorOf } from '../../client-door.ts';
import { goneSignal } from '../../gone-signal.ts';
import type { V1Handlers } from '../register.ts';

export const EVENTS_ROUTES = {
  /** POST /v1/events: decide an action. */
  decideEvent: async (deps, request, access, reply) => {
    const asked = {
      request: request.body as EventRequest,
      idempotencyKey: idempotencyKeyOf(request),
      door: clientDoorOf(request, 'API'),
    };
    const { decision, isReplay } = await decideEventAs(deps, access, asked);
    if (isReplay) reply.header('idempotent-replay', 'true');
    return decision;
  },

  /** GET /v1/events/{id}: read a decision, and wait for the outcome of its review. */
  readEvent: async (deps, request, access, reply) => {
    const { id } = request.params as { id: string };
    const waitMs = waitMsOf(request.query as { waitMs?: unknown });
    return await readEventAs(deps, access, { id, waitMs, signal: goneSignal(reply) });
  },

  /** POST /v1/events/{id}/redeem: spend the permission to run an allowed act. */
  redeemEvent: async (deps, request, access, reply) => {
    const { id } = request.params as { id: string };
    const idempotencyKey = idempotencyKeyOf(request);
    if (idempotencyKey === null) throw invalid('Idempotency-Key', 'is required: the same key gets the same answer');
    const asked = { id, idempotencyKey, request: request.body as RedemptionRequest, text: request.bodyText };
    const { answer, isReplay } = await redeemEvent(deps, access, asked);
    if (isReplay) reply.header('idempotent-replay', 'true');
    return answer;
  },

  /** POST /v1/events/{id}/outcome: say what became of an allowed act. */
  reportOutcome: async (deps, request, access, reply) => {
    const { id } = request.params as { id: string };
    const { decision, isReplay } = await reportOutcome(deps, access, id, request.body as OutcomeReport);
    if (isReplay) reply.header('idempotent-replay', 'true');
    return decision;
  },
} satisfies Partial<V1Handlers>;

/** @throws ApiError 400 */
function waitMsOf({ waitMs }: { waitMs?: unknown }): number {
  if (waitMs === undefined) return 0;
  if (typeof waitMs !== 'string' || !/^\d{1,9}$/.test(waitMs)) {
    throw invalid('waitMs', 'must be a number of milliseconds: 0 to 30000');
  }
  return Number(waitMs);
}
