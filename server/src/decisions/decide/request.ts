// SPDX-License-Identifier: Apache-2.0
/** The input of the decision path. */
import type { Destination, Door, EventAction, EventRequest } from '@svc/contract';
import type { Payload } from '@svc/core/action-digest';
import type { ToolFault } from '@svc/core/verdict';
import type { Access } from '../../organization/callers/index.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  OrganizationSnapshot,
  ResourceRecord,
} from '../../organization/organizations/index.ts';
import type { GatewayCallDraft, IdempotentEndpoint } from '../../record/recorder/index.ts';
import type { Defaults } from './identify-subject.ts';

/** The contribution of a gateway's route to a decision, under one snapshot. */
export interface RouteContext<Target> {
  defaults: Defaults;
  /** @throws ApiError 403 when the route is not for this agent, resource, action or method */
  checkRestrictions(agent: AgentRecord, resource: ResourceRecord): void;
  /**
   * The text that is scanned beside `content`; null when the route asks for none.
   * @throws ApiError 400 when it is longer than the scan takes
   */
  scannedText: (() => string) | null;
  /**
   * The act as the door saw it: what it says wins over what the caller stated. Null where the door sees nothing else.
   * @throws ApiError 403 for a tool that no rule takes
   */
  seenBy: ((agent: AgentRecord) => SeenAct | null) | null;
  /** The tool of the call is not as it was registered. */
  toolFault: ToolFault | null;
  /** Recorded with the decision. It is forwarded only when the decision is ALLOW. */
  gatewayCall: GatewayCallDraft | null;
  /** The process that forwards the call then. */
  forwarderId: number | null;
  /** The destination of the call, for the caller once the decision is recorded. */
  target: Target;
}

/** Null: the door did not see it, and the caller's word counts. */
export interface SeenAct {
  action: EventAction;
  /** A registered name. */
  resource: string | null;
  destination: Destination | null;
  recordsAffected: number | null;
  /** The text that is scanned, beside what the caller sent for it. */
  content: string | null;
}

/** A request that is not about a gateway's call. */
export const NO_ROUTE: RouteContext<null> = {
  defaults: { agentId: null, resourceId: null },
  checkRestrictions: () => undefined,
  scannedText: null,
  seenBy: null,
  toolFault: null,
  gatewayCall: null,
  forwarderId: null,
  target: null,
};

export interface DecideRequest<Target = null> {
  access: Access;
  door: Door;
  /** Called with the id of the event before the event can become visible, for callers that must know it by then. */
  beforeVisible?(eventId: string): void;
  /** The tool that is asked about, where there is one. */
  tool?: string;
  endpoint: IdempotentEndpoint;
  idempotencyKey: string | null;
  /** The whole body, the input of the idempotency fingerprint and of the digest. */
  body: Payload;
  action: EventAction;
  /** The caller runs the act with the answer: an ALLOW is redeemed as it is recorded. */
  redeemsNow?: boolean;
  /** With it: the key under which the caller would redeem the act, and finds it again. */
  redeemKey?: string;
  /** The caller's description of the event: agent, resource, destination, records and content. */
  event: Omit<EventRequest, 'action'>;
  /** Runs again whenever the decision is repeated. @throws ApiError 404 for an unknown route */
  loadRoute(snapshot: OrganizationSnapshot, key: ApiKeyRecord): RouteContext<Target>;
}

/** The request with the act that the door saw: that wins over the caller's words. */
export function asSeen<Target>(request: DecideRequest<Target>, seen: SeenAct): DecideRequest<Target> {
  const { resource, resourceId, ...others } = request.event;
  const stated = { ...(resource !== undefined && { resource }), ...(resourceId !== undefined && { resourceId }) };
  return {
    ...request,
    action: seen.action,
    event: {
      ...others,
      ...(seen.resource === null ? stated : { resource: seen.resource }),
      ...(seen.destination !== null && { destination: seen.destination }),
      ...(seen.recordsAffected !== null && { recordsAffected: seen.recordsAffected }),
    },
  };
}
