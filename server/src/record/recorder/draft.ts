// SPDX-License-Identifier: Apache-2.0
/** The rows to record for one decision, and the possible results. */

import type {
  Decision,
  DecisionCause,
  DecisionWord,
  Destination,
  Door,
  EventAction,
  EventContext,
  RiskLevel,
  WebhookType,
} from '@svc/contract';
import type { Approvals } from '@svc/core/approvals';
import type { Approver } from '@svc/core/approvers';
import type { AuditActor } from '@svc/core/audit-chain';
import type { Counter, CounterReference } from '@svc/core/budgets';
import type { JsonObject } from '@svc/core/canonical-json';
import type { DecisionResult } from '@svc/core/decision';
import type { Spend, Standing } from '@svc/core/settlement';
import type { ToolFault } from '@svc/core/verdict';
import type { ActRow } from './acts.ts';

/** A decision that is ready to be recorded. All of it commits together, or none. */
export interface DecisionDraft {
  organizationId: string;
  /** Generation of the snapshot under which it was made. */
  generation: number;
  /** The person whose connected app asked; left out where a key did. */
  personId?: string;
  event: EventDraft;
  /**
   * Metadata of the audit entry, in canonical order. The recorder corrects its `quotaExceeded`, which is false at
   * first.
   */
  auditMetadata: JsonObject & { quotaExceeded: false };
  review: ReviewDraft | null;
  /** Types of the webhook deliveries, and the endpoints that get one each. */
  webhook: { types: readonly WebhookType[]; endpointIds: readonly string[] } | null;
  idempotency: IdempotencyDraft | null;
  /** The call for a gateway. */
  call: GatewayCallDraft | null;
  /** The process that will forward the call once the decision is recorded; null when it is not forwarded. */
  forwarderId: number | null;
  /** The act is redeemed with its decision, since it runs now; and the key by which its caller finds that again. */
  redeemsNow: boolean;
  redeemKey: string | null;
  /** LIVE events of a month up to `quotaExceeded`; null for no limit. */
  eventsPerMonth: number | null;
  /** Grants and budgets that may still change it; null for none. It is settled with the batch. */
  unsettled: Unsettled | null;
}

/** Everything of a decision that its batch may still change, as data. */
interface Unsettled {
  asked: DecisionResult;
  standing: Standing;
  /** The organization is in monitor mode. */
  isWatched: boolean;
  terms: OutcomeTerms;
}

/** Parts of the record that depend on the outcome. */
export interface OutcomeTerms {
  /** The end of the time in which an ALLOW can be redeemed, and the process that forwards its call. */
  redeemableUntilMs: number;
  forwarderId: number | null;
  /** An ALLOW is redeemed with its decision. */
  redeemsNow: boolean;
  reviewExpiresAtMs: number;
  sandbox: boolean;
  webhookEndpointIds: readonly string[];
  /** Callers are told how much room a budget has. */
  tellsNumbers: boolean;
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
  /** The digest of the whole act: 64 hexadecimal digits. */
  actionDigest: string;
  /** Opens the digest of the payload: 64 hexadecimal digits; null without one. */
  payloadSalt: string | null;
  contentScanned: boolean;
  /** The end of the time in which an ALLOW can be redeemed; null otherwise. */
  redeemableUntilMs: number | null;
  context: StoredContext | null;
}

/**
 * The words of the agent, by field. An erased one has no value and salt, and the number of its entry. Empty where the
 * organization keeps none.
 */
export type StoredContext = Partial<
  Record<keyof EventContext, { commitment: string; value?: string; salt?: string; erasedSeq?: number }>
>;

/**
 * The part of an event that is read only with it: its words, its reasons and their origin. It is stored without what
 * most events have alike: see `recordText`.
 */
export interface EventRecord {
  agent: string;
  resource: string;
  classification: string;
  monitored: boolean;
  /** Events that were recorded before it was have none. */
  cause?: DecisionCause;
  reasons: string[];
  policy: { id: string; name: string } | null;
  grant?: Decision['grant'];
  budget?: Decision['budget'];
  /** Counts that go up when it turns out to affect more records than it said. */
  counted?: readonly CounterReference[];
  dlpFindings: string[];
  lgpdCategories: string[];
  riskFactors: { code: string; points: number }[];
  matchedPolicyIds: string[];
  policySetVersion: number;
  /** Only where the organization tells them. They name no record of it. */
  alternatives?: Decision['alternatives'];
  /** Events that were recorded before it was have none. */
  door?: Door;
  /** Only where the definition of the tool is not the one that was registered. */
  tool?: ToolFault;
}

export interface GatewayCallDraft {
  protocol: 'HTTP' | 'MCP';
  routeId: string | null;
  routeName: string | null;
  /** Fields of an MCP call. */
  tool: string | null;
  /** Fields of an HTTP call. */
  method: string | null;
  /** The integration with the call's credential. */
  credentialId: string | null;
  /** Digest of where the call goes and with what; null without a route. */
  binding: string | null;
  keyPrefix: string;
}

/** The outcome of a forwarded call. Its decision was recorded before. */
export interface CallOutcomeDraft {
  organizationId: string;
  eventId: string;
  apiKeyId: string;
  atMs: number;
  /** Fields of the audit entry. */
  auditMetadata: JsonObject & { status: number | null };
}

/** A change of a recorded event, which is decided under the lock of the head from what stands then. */
export interface EventChangeDraft {
  organizationId: string;
  eventId: string;
  /** Generation of the rules that it was weighed under; null where it is true under any. */
  generation: number | null;
  /**
   * @param row of `selectEvents`; undefined without such an event
   * @param nowMs read after the lock
   */
  changeOf(row: EventChangeRow | undefined, nowMs: number): EventChange;
  /** Counts that it may add to. */
  counters?: readonly Counter[];
}

/** A row of the statement that the recorder was given for it. */
export type EventChangeRow = ActRow & { id: string; organization_id: string };

export interface EventChange {
  entry: { kind: string; actor: AuditActor; metadata: JsonObject } | null;
  /** The columns that change. */
  act: Partial<ActRow> | null;
  /** Added to counts of the draft. */
  spends?: readonly Spend[];
}

interface ReviewDraft {
  expiresAtMs: number;
  approvers: readonly Approver[];
  escalates: boolean;
  approvals: Approvals;
}

export interface IdempotencyDraft {
  endpoint: IdempotentEndpoint;
  key: string;
  /** Keyed hash of the request in hexadecimal digits, and the id of its key. */
  fingerprint: string;
  fingerprintKeyId: string;
}

/** Whatever goes into a batch. */
export type Draft = DecisionDraft | CallOutcomeDraft | EventChangeDraft;

export type IdempotentEndpoint = 'events' | 'gateway/http' | 'gateway/mcp';

export type RecordOutcome =
  /** `settled` is what a grant or a budget made of it; null where it stands as it was drafted. */
  | { kind: 'recorded'; quotaExceeded: boolean; settled: DecisionResult | null }
  /** The change was decided, and is recorded if it is one. */
  | { kind: 'changed' }
  /** The rules changed after the decision was made: make it again. */
  | { kind: 'stale' }
  /** Another request with this idempotency key was recorded first: answer its decision. */
  | { kind: 'duplicate' };

/** Records what is decided, in batches. */
export interface Recorder {
  /**
   * Resolves after the commit is durable.
   * @throws ApiError 503 when too many decisions wait, or any error of PostgreSQL when the batch fails
   */
  record(draft: Draft): Promise<RecordOutcome>;
  /** Decisions that wait for a batch. */
  waiting(): number;
  /** Resolves when nothing waits and nothing is in flight. */
  drained(): Promise<void>;
}
