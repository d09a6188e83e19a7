// SPDX-License-Identifier: Apache-2.0
/** The input of the decision path. */
import type { EventAction, EventRequest } from '@svc/contract';
import type { Payload } from '@svc/core/action-digest';
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
  /** Recorded with the decision. It is forwarded only when the decision is ALLOW. */
  gatewayCall: GatewayCallDraft | null;
  /** The process that forwards the call then. */
  forwarderId: number | null;
  /** The destination of the call, for the caller once the decision is recorded. */
  target: Target;
}

/** A request that is not about a gateway's call. */
export const NO_ROUTE: RouteContext<null> = {
  defaults: { agentId: null, resourceId: null },
  checkRestrictions: () => undefined,
  scannedText: null,
  gatewayCall: null,
  forwarderId: null,
  target: null,
};

export interface DecideRequest<Target = null> {
  access: Access;
  /** Called with the id of the event before the event can become visible, for callers that must know it by then. */
  beforeVisible?(eventId: string): void;
  endpoint: IdempotentEndpoint;
  idempotencyKey: string | null;
  /** The whole body, the input of the idempotency fingerprint and of the digest. */
  body: Payload;
  action: EventAction;
  /** The caller's description of the event: agent, resource, destination, records and content. */
  event: Omit<EventRequest, 'action'>;
  /** Runs again whenever the decision is repeated. @throws ApiError 404 for an unknown route */
  loadRoute(snapshot: OrganizationSnapshot, key: ApiKeyRecord): RouteContext<Target>;
}
