// SPDX-License-Identifier: Apache-2.0
/**
 * The data between the client and the service, as plain types, because the packed library installs without
 * dependencies. A test holds them equal to the contract.
 */
import type { EventContext, Outcome, Redemption } from './wire-acts.ts';
import type { Approvals, ReviewApprovals } from './wire-approvals.ts';
import type { DecisionBudget, DecisionGrant } from './wire-standing.ts';

export type DecisionWord = 'ALLOW' | 'REVIEW' | 'BLOCK';
export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
export type EventAction = 'READ_DATA' | 'WRITE_DATA' | 'DELETE_DATA' | 'EXPORT_DATA' | 'SEND_EMAIL';
export type Destination = 'INTERNAL' | 'EXTERNAL_EMAIL' | 'EXTERNAL_API';
export type ReviewStatus = 'PENDING' | 'APPROVED' | 'DENIED' | 'EXPIRED';
export type DlpType =
  | 'CPF'
  | 'CNPJ'
  | 'RG'
  | 'CNH'
  | 'PIX_KEY'
  | 'PHONE_BR'
  | 'CEP'
  | 'CREDIT_CARD'
  | 'EMAIL'
  | 'HEALTH_DATA'
  | 'API_KEY'
  | 'PRIVATE_KEY';
export type LgpdCategory =
  | 'IDENTIFICATION'
  | 'CONTACT'
  | 'LOCATION'
  | 'FINANCIAL'
  | 'HEALTH'
  | 'COMPANY'
  | 'CREDENTIALS';

interface Subject {
  /** Registered agent name, at most 100 characters. A key that is bound to an agent supplies it. */
  agent?: string;
  /** The agent's id, instead of `agent`. */
  agentId?: string;
  /** Registered resource name, at most 100 characters. */
  resource?: string;
  /** The resource's id, instead of `resource`. */
  resourceId?: string;
  /** Set it when you know it: an absent value matches no condition. */
  destination?: Destination;
  /** 0 to 100,000,000. Set it, for the same reason. */
  recordsAffected?: number;
  /** At most 100,000 characters; scanned for sensitive data in memory, never stored. */
  content?: string;
  context?: EventContext;
}

/** An action, before it runs. */
export interface EventRequest extends Subject {
  action: EventAction;
}

export interface Review {
  status: ReviewStatus;
  /** RFC 3339. */
  expiresAt: string | null;
  decidedAt: string | null;
  note: string | null;
  /** The review is APPROVED with the last approval that it needs. */
  approvals: ReviewApprovals;
  /** The page of the review, for people. */
  url?: string;
}

export interface Decision {
  /** Event id. */
  id: string;
  /** The recorded outcome; it never changes. */
  decision: DecisionWord;
  /** The effective outcome now. Run the action only when this is ALLOW. */
  finalDecision: DecisionWord;
  /** The decision under full enforcement; differs from `decision` in monitor mode. */
  evaluatedDecision: DecisionWord;
  monitored: boolean;
  riskLevel: RiskLevel;
  /** 0 to 100. */
  riskScore: number;
  reasons: string[];
  policy: { id: string; name: string } | null;
  /** The cause as data. Services of an early release leave it out. */
  cause?: DecisionCause;
  /** The standing permission of a person by which a REVIEW became ALLOW. */
  grant: DecisionGrant | null;
  /** The budget that determined the outcome. */
  budget: DecisionBudget | null;
  /** Types of sensitive data found in `content`. */
  dlpFindings: DlpType[];
  lgpdCategories: LgpdCategory[];
  review: Review | null;
  quotaExceeded: boolean;
  /** True when it was made with a TEST key. */
  sandbox: boolean;
  /** Whether there was a text to scan; null for old events. */
  contentScanned: boolean | null;
  /** `sha256:` and 64 hexadecimal digits; null for old events. */
  actionDigest: string | null;
  /** Null unless the outcome is ALLOW, and for old events. */
  redemption: Redemption | null;
  /** Null while it was not reported. */
  outcome: Outcome | null;
  /** The words of the agent; null when it said nothing, or they were erased. */
  context: EventContext | null;
  /** Nearest first; only where the organization tells them. */
  alternatives?: Alternative[];
}

/** The cause: `policy`, a `threshold` of the risk score, or the state of the agent. MODE: only monitored. */
export interface DecisionCause {
  by: 'POLICY' | 'RISK' | 'PAUSED' | 'PERMISSION' | 'TOOL' | 'GRANT' | 'BUDGET' | 'MODE' | 'NOTHING';
  /** 0 to 100; null unless the risk score decided. */
  threshold: number | null;
  /** The cause without monitor mode; null when the same decides. */
  underFullEnforcement: {
    decision: DecisionWord;
    by: 'POLICY' | 'RISK' | 'TOOL' | 'BUDGET';
    policy: { id: string | null; name: string } | null;
    threshold: number | null;
  } | null;
}

/** A change with which the same action would have been allowed. Fields that are not there stay as they are. */
export interface Alternative {
  recordsAffected?: { from: number; to: number };
  destination?: 'INTERNAL';
  businessHours?: true;
  /** No data of these categories in `content`. */
  withoutCategories?: LgpdCategory[];
}

export interface HttpGatewayRequest extends Subject {
  action: EventAction;
  /** Registered HTTP route; without it the gateway only decides. */
  routeId?: string;
  /** Path and query, appended to the base address of the route; starts with `/`, at most 1,000 characters. */
  path?: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Any JSON value; forwarded when the method is not GET. */
  body?: unknown;
}

export interface HttpGatewayResult {
  protocol: 'HTTP';
  routeId: string | null;
  /** True when the call was sent on. */
  proxied: boolean;
  credentialId: string | null;
  upstream: { status: number | null; truncatedBody: string; error: string | null; latencyMs: number } | null;
}

export interface HttpGatewayDecision extends Decision {
  gateway: HttpGatewayResult;
}

export interface McpGatewayRequest extends Subject {
  /** Registered MCP route; it supplies a default agent and resource. */
  routeId?: string;
  /** MCP tool name, 1 to 200 characters. */
  tool: string;
  /** Never executed, never scanned, never stored. */
  arguments?: Record<string, unknown>;
  /** The definition of the tool, as `tools/list` gave it. */
  definition?: Record<string, unknown>;
}

export interface McpGatewayResult {
  protocol: 'MCP';
  routeId: string | null;
  tool: string;
  mappedAction: EventAction;
  /** True when the effective outcome is ALLOW. */
  allowed: boolean;
}

export interface McpGatewayDecision extends Decision {
  gateway: McpGatewayResult;
}

/** The body that was decided, again. `context` may be left out. */
export interface RedemptionRequest extends Subject, Omit<Partial<HttpGatewayRequest>, keyof Subject> {
  action?: EventAction;
  tool?: string;
  arguments?: Record<string, unknown>;
  definition?: Record<string, unknown>;
}

export interface RedeemedDecision extends Decision {
  /** There for a call of the HTTP gateway. */
  gateway?: HttpGatewayResult;
}

export type ActionFamily = 'ANY' | 'READ' | 'WRITE' | 'DELETE' | 'EXPORT';
export type PolicyResource = 'ANY' | 'PUBLIC' | 'INTERNAL' | 'SENSITIVE' | 'CUSTOMER_PII' | 'FINANCIAL' | 'EMPLOYEE';
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER';

/** Every field that is set must match. */
export interface PolicyCondition {
  action?: ActionFamily | EventAction;
  destination?: 'EXTERNAL' | 'INTERNAL';
  destinationContains?: string;
  containsSensitiveData?: boolean;
  minRecords?: number;
  maxRecords?: number;
  minRiskScore?: number;
  outsideBusinessHours?: boolean;
  agentIds?: string[];
  dlpTypes?: DlpType[];
  lgpdCategories?: LgpdCategory[];
  allOf?: PolicyCondition[];
  anyOf?: PolicyCondition[];
}

interface PolicyFields {
  /** 1 to 120 characters, unique in the organization: the key by which apply matches. */
  name: string;
  description?: string;
  action: ActionFamily;
  condition?: PolicyCondition;
  decision: DecisionWord;
  /** false: a REVIEW raised by this policy is not passed on to others. */
  escalate?: boolean;
  /** Groups whose members may resolve its REVIEW, beside `approverRoles`. */
  approverGroups?: string[];
  /** Left out: by one person. */
  approvals?: Approvals;
}

export interface Policy extends PolicyFields {
  enabled?: boolean;
  resource?: PolicyResource | null;
  mode?: 'ENFORCE' | 'MONITOR';
  approverRoles?: Role[];
  /** Accepted and ignored. */
  id?: string;
  /** Accepted and ignored. */
  updatedAt?: string;
}

export interface StoredPolicy extends PolicyFields {
  id: string;
  enabled: boolean;
  resource: PolicyResource | null;
  mode: 'ENFORCE' | 'MONITOR';
  approverRoles: Role[];
  updatedAt: string;
}

export interface PolicyListResponse {
  apiVersion: 'svc/v1';
  /** Sorted by name in Unicode code point order. */
  policies: StoredPolicy[];
}
