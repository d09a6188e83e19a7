// SPDX-License-Identifier: Apache-2.0
/** Redeems an allowed act: once, as it was decided, and only if it would not be blocked now. */
import {
  type Decision,
  type EventAction,
  type FieldFault,
  OPERATIONS,
  type RedeemedDecision,
  type RedemptionRequest,
} from '@svc/contract';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { decisionOf } from '../../record/events/index.ts';
import type { ActRow } from '../../record/recorder/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type DecideRequest, NO_ROUTE, type Weighed, weighAgain, withReviewUrl } from '../decide/index.ts';
import {
  answerAgain,
  forwardDecided,
  type HttpGatewayDeps,
  type HttpTarget,
  httpDecision,
  mcpDecision,
  whileForwarding,
} from '../gateways/index.ts';
import { type Acted, type ActedEvent, actOn, checkActor, checkAllowed, eventIdOf, SELECT_ACTS } from './acting.ts';
import { type AskedAct, differencesOf } from './compare.ts';

export interface Redemption {
  id: string;
  idempotencyKey: string;
  request: RedemptionRequest;
  /** The whole body, unchanged. */
  text: string;
}

export interface Redeemed {
  answer: RedeemedDecision;
  isReplay: boolean;
}

/**
 * @throws ApiError 400, 401, 403 and 404 as for a decision. 409 when the event is not allowed, was redeemed, has
 *   lapsed, is another act, or would be blocked now
 */
export async function redeemEvent(deps: HttpGatewayDeps, access: Access, redemption: Redemption): Promise<Redeemed> {
  const asked = { ...redemption, id: eventIdOf(redemption.id) };
  const { request } = asked;
  // Once it is recorded, any process must be able to see whether this one lives.
  if (request.tool === undefined && request.routeId !== undefined) await access.time.within(deps.presence.ready());
  // Begun before it can be seen: an open call that its process does not know counts as lost.
  return await whileForwarding(deps.forwarding, (begin) => redeemAndForward(deps, access, asked, begin));
}

async function redeemAndForward(
  deps: HttpGatewayDeps,
  access: Access,
  asked: Redemption,
  begin: (eventId: string) => void,
): Promise<Redeemed> {
  const { organizationId } = access;
  const redeeming = deps.snapshots.underCurrentRules(organizationId, async (snapshot) => {
    const nowMs = deps.pool.clock.nowMs();
    const key = await checkCaller(snapshot, access, OPERATIONS.redeemEvent.permission, nowMs);
    const weighing = await weighNow(deps, access, asked, snapshot, key);
    const { generation } = snapshot;
    return await actOn(deps, { organizationId, eventId: asked.id, generation }, (found, lockedMs) => {
      const locked = { row: checkActor(found, key), nowMs: lockedMs, key, weighing, redemption: asked };
      return redeem(locked, deps.presence.id, begin);
    });
  });
  const { row, isReplay, target } = await access.time.within(redeeming);
  const decision = withReviewUrl(decisionOf(row, deps.pool.clock.nowMs()), deps.baseUrl);
  if (target !== null) return await forwardDecided(deps, access, target, decision);
  const call = row.gateway_call;
  if (call?.protocol !== 'HTTP') return { answer: decision, isReplay };
  return { ...(await answerAgain(deps, organizationId, call.routeId ?? undefined, decision)), isReplay };
}

/** The decision that would be made now, and the act that is asked for. */
interface Weighing extends AskedAct {
  weighed: Weighed<HttpTarget | null>;
}

/** Records that were renamed since are found by the ids that the event has of them. */
async function weighNow(
  deps: HttpGatewayDeps,
  access: Access,
  redemption: Redemption,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
): Promise<Weighing> {
  const first = await weighOnce(deps, access, redemption, snapshot, key);
  if (first.weighed.refusal === null) return first;
  const [row] = await inTransaction(deps.pool, [access.organizationId], (transaction) =>
    transaction.query<ActedEvent & Record<string, unknown>>(SELECT_ACTS, [access.organizationId, [redemption.id]]),
  );
  if (row === undefined) return first;
  const { agent, resource, ...others } = redemption.request;
  const request: RedemptionRequest = {
    ...others,
    ...(agent === row.record.agent ? { agentId: row.agent_id } : agent !== undefined && { agent }),
    ...(resource === row.record.resource ? { resourceId: row.resource_id } : resource !== undefined && { resource }),
  };
  const { weighed, agentId, resourceId } = await weighOnce(deps, access, { ...redemption, request }, snapshot, key);
  return { ...first, weighed, agentId, resourceId };
}

async function weighOnce(
  deps: HttpGatewayDeps,
  access: Access,
  { id, request, text }: Redemption,
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
): Promise<Weighing> {
  const decided = decisionOfCall(deps, { access, idempotencyKey: null, text }, request);
  const weighed = await weighAgain<HttpTarget | null>(deps, decided, snapshot, key, id);
  const { agentId, resourceId } = weighed;
  const { action, event } = weighed.asked ?? decided;
  return {
    request,
    exact: decided.body as RedemptionRequest,
    action: request.tool === undefined && request.action === undefined ? null : action,
    destination: event.destination ?? null,
    recordsAffected: event.recordsAffected ?? null,
    agentId,
    resourceId,
    weighed,
  };
}

/** The gateway is known from the members: an HTTP call without any of its own is decided as an event is. */
function decisionOfCall(
  deps: HttpGatewayDeps,
  call: { access: Access; idempotencyKey: null; text: string },
  request: RedemptionRequest,
): DecideRequest<HttpTarget | null> {
  // Without an action it is another act, whatever it weighs.
  const action: EventAction = request.action ?? 'DELETE_DATA';
  if (request.tool !== undefined) return mcpDecision({ ...call, request: { ...request, tool: request.tool } });
  if (request.routeId !== undefined || request.path !== undefined || request.body !== undefined) {
    return httpDecision(deps, { ...call, request: { ...request, action } });
  }
  return { ...call, door: 'API', endpoint: 'events', body: request, action, event: request, loadRoute: () => NO_ROUTE };
}

interface Redeeming {
  row: ActedEvent;
  nowMs: number;
  key: ApiKeyRecord;
  weighing: Weighing;
  redemption: Redemption;
}

interface RedeemedRow {
  row: ActedEvent;
  isReplay: boolean;
  /** Where the call goes now; null when there is none, or it went before. */
  target: HttpTarget | null;
}

/** The checks in their order, under the lock. */
function redeem(redeeming: Redeeming, processId: number, begin: (eventId: string) => void): Acted<RedeemedRow> {
  const { row, nowMs, key, weighing, redemption } = redeeming;
  const decision = decisionOf(row, nowMs);
  try {
    checkAllowed(decision);
    if (row.redeemed_at !== null) return replayed(redeeming);
    checkOpen(decision);
    checkSame(differencesOf(row, weighing));
    checkUnblocked(row, weighing.weighed);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return refused(redeeming, error);
    throw error;
  }
  const { target } = weighing.weighed;
  const act = {
    redeemed_at: new Date(nowMs),
    redeem_key: redemption.idempotencyKey,
    forwarder_id: target === null ? null : processId,
  };
  if (target !== null) begin(redemption.id);
  return {
    answer: { row: { ...row, ...act }, isReplay: false, target },
    act,
    entry: {
      kind: 'redemption.made',
      actor: { type: 'key', id: key.id },
      metadata: { actionDigest: decision.actionDigest, grantId: decision.grant?.id ?? null, keyPrefix: key.prefix },
    },
  };
}

/** The same key and act get the same answer; another key comes too late. */
function replayed({ row, weighing, redemption }: Redeeming): Acted<RedeemedRow> {
  if (row.redeem_key !== redemption.idempotencyKey) {
    throw new ApiError('already_redeemed', { redeemedAt: row.redeemed_at?.toISOString() });
  }
  if (Object.keys(differencesOf(row, weighing)).length > 0) throw new ApiError('idempotency_key_reused');
  return { answer: { row, isReplay: true, target: null }, act: null, entry: null };
}

function checkOpen({ redemption }: Decision): void {
  if (redemption?.status === 'OPEN') return;
  if (redemption === null) {
    const message = 'The event is from before acts could be redeemed. Ask for a new decision before you run it.';
    throw new ApiError('approval_lapsed', { message });
  }
  const message = `The time to redeem the act ended at ${redemption.redeemableUntil}. Ask for a new decision.`;
  throw new ApiError('approval_lapsed', { message });
}

function checkSame(fields: Record<string, FieldFault>): void {
  if (Object.keys(fields).length > 0) throw new ApiError('action_mismatch', { fields });
}

/** A REVIEW does not refuse: a person has looked already. */
function checkUnblocked(row: ActedEvent, { outcome, refusal, binding }: Weighing['weighed']): void {
  const bound = row.gateway_call?.binding ?? null;
  if (refusal !== null) throw new ApiError('refused_now', { reasons: [refusal.message] });
  if (outcome?.decision === 'BLOCK') throw new ApiError('refused_now', { reasons: [...outcome.reasons] });
  if (binding !== bound) throw new ApiError('refused_now', { reasons: [ROUTE_CHANGED] });
}

const ROUTE_CHANGED = 'The address, methods or credential of the route have changed since the act was decided.';

/** A refusal stands in the chain once for each reason. */
function refused({ row, key }: Redeeming, error: ApiError): Acted<RedeemedRow> {
  const known = row.refused ?? [];
  if (known.includes(error.code)) return { answer: error, act: null, entry: null };
  const act: Partial<ActRow> = { refused: [...known, error.code] };
  return {
    answer: error,
    act,
    entry: {
      kind: 'redemption.refused',
      actor: { type: 'key', id: key.id },
      metadata: { fields: Object.keys(error.fields ?? {}).sort(), reason: error.code },
    },
  };
}
