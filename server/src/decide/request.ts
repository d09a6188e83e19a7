/** What is asked of the decision path. */
import type { EventAction, EventRequest } from '@svc/contract';
import type { Access } from '../api-keys/index.ts';
import type { AgentRecord, ApiKeyRecord, OrganizationSnapshot, ResourceRecord } from '../organizations/index.ts';
import type { GatewayCallDraft, IdempotentEndpoint } from '../recorder/index.ts';
import type { Defaults } from './identify.ts';

/** What the rules of one moment say of a request before it is decided. */
export interface Preparation<Call> {
  defaults: Defaults;
  /** @throws ApiError 403 when what was identified may not be asked for in this way */
  admit(agent: AgentRecord, resource: ResourceRecord): void;
  /** The call that a gateway was asked for; it is forwarded only when the decision is ALLOW. */
  call: GatewayCallDraft | null;
  /** What its maker needs once the decision is recorded. */
  use: Call;
}

export interface DecideRequest<Call = null> {
  access: Access;
  /** Of the event; given by who must know it before the event can be seen. By default it is made anew. */
  eventId?: string;
  endpoint: IdempotentEndpoint;
  idempotencyKey: string | null;
  /** The whole body: what the idempotency fingerprint is taken of. */
  body: unknown;
  action: EventAction;
  described: Omit<EventRequest, 'action'>;
  /** Runs anew whenever the decision is made again. @throws ApiError 404 for a route that is not there */
  prepare(snapshot: OrganizationSnapshot, key: ApiKeyRecord): Preparation<Call>;
}
