/** The input of the decision path. */
import type { EventAction, EventRequest } from '@svc/contract';
import type { Access } from '../api-keys/index.ts';
import type { AgentRecord, ApiKeyRecord, OrganizationSnapshot, ResourceRecord } from '../organizations/index.ts';
import type { GatewayCallDraft, IdempotentEndpoint } from '../recorder/index.ts';
import type { Defaults } from './identify.ts';

/** What the rules of one moment say of a request before it is decided. */
export interface Preparation<Call> {
  defaults: Defaults;
  /** @throws ApiError 403 when the rules forbid this use of the identified agent or resource */
  admit(agent: AgentRecord, resource: ResourceRecord): void;
  /** The call for a gateway; it is forwarded only when the decision is ALLOW. */
  call: GatewayCallDraft | null;
  /** The caller's own result, returned once the decision is recorded. */
  use: Call;
}

export interface DecideRequest<Call = null> {
  access: Access;
  /** The id of the event, from callers that must know it before the event becomes visible. The default is a new id. */
  eventId?: string;
  endpoint: IdempotentEndpoint;
  idempotencyKey: string | null;
  /** The whole body, the input of the idempotency fingerprint. */
  body: unknown;
  action: EventAction;
  described: Omit<EventRequest, 'action'>;
  /** Runs again whenever the decision is repeated. @throws ApiError 404 for an unknown route */
  prepare(snapshot: OrganizationSnapshot, key: ApiKeyRecord): Preparation<Call>;
}
