/** What is recorded for one decision, and what can become of it. */
import type { DecisionWord, Destination, EventAction, RiskLevel, Role, WebhookType } from '@svc/contract';
import type { JsonObject } from '@svc/core/canonical-json';

/** A decision that is ready to be recorded. All of it commits together, or none. */
export interface DecisionDraft {
  organizationId: string;
  /** Generation of the snapshot under which it was made. */
  generation: number;
  event: EventDraft;
  /** Metadata of the audit entry, in canonical order. Its `quotaExceeded` is false until the recorder knows better. */
  auditMetadata: JsonObject & { quotaExceeded: false };
  review: ReviewDraft | null;
  /** Types of the webhook deliveries, and the endpoints that get one each. */
  webhook: { types: readonly WebhookType[]; endpointIds: readonly string[]; data: JsonObject } | null;
  idempotency: IdempotencyDraft | null;
  /** The call that a gateway was asked for. */
  call: GatewayCallDraft | null;
  /** LIVE events of a month that may pass before `quotaExceeded`; null for no limit. */
  eventsPerMonth: number | null;
}

interface EventDraft {
  id: string;
  createdAtMs: number;
  sandbox: boolean;
  apiKeyId: string;
  agentId: string;
  resourceId: string;
  action: EventAction;
  destination: Destination | null;
  recordsAffected: number | null;
  decision: DecisionWord;
  evaluatedDecision: DecisionWord;
  riskLevel: RiskLevel;
  riskScore: number;
  record: EventRecord;
}

/** The part of an event that is read only with it: its words, its reasons and how they came about. */
export interface EventRecord {
  agent: string;
  resource: string;
  classification: string;
  monitored: boolean;
  reasons: string[];
  policy: { id: string; name: string } | null;
  dlpFindings: string[];
  lgpdCategories: string[];
  riskFactors: { code: string; points: number }[];
  matchedPolicyIds: string[];
  policySetVersion: number;
}

export interface GatewayCallDraft {
  protocol: 'HTTP' | 'MCP';
  routeId: string | null;
  routeName: string | null;
  /** Of an MCP call. */
  tool: string | null;
  /** Of an HTTP call. */
  method: string | null;
  /** The integration whose credential goes with the call. */
  credentialId: string | null;
  /** The process that will forward the call once the decision is recorded; null when it is not forwarded. */
  forwarderId: number | null;
  keyPrefix: string;
}

/** What became of a call that was forwarded. Its decision was recorded before. */
export interface CallOutcomeDraft {
  organizationId: string;
  eventId: string;
  apiKeyId: string;
  atMs: number;
  /** Of the audit entry, which is all that is recorded of it. */
  auditMetadata: JsonObject;
}

interface ReviewDraft {
  expiresAtMs: number;
  approverRoles: readonly Role[];
}

export interface IdempotencyDraft {
  endpoint: IdempotentEndpoint;
  key: string;
  /** Keyed hash of the request, and the id of its key. */
  fingerprint: Buffer;
  fingerprintKeyId: string;
}

export type IdempotentEndpoint = 'events' | 'gateway/http' | 'gateway/mcp';

export type RecordOutcome =
  | { kind: 'recorded'; quotaExceeded: boolean }
  /** The rules changed after the decision was made: make it again. */
  | { kind: 'stale' }
  /** Another request with this idempotency key was recorded first: answer its decision. */
  | { kind: 'duplicate' };
