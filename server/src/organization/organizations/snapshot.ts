// SPDX-License-Identifier: Apache-2.0
/** The rules of one organization: its settings, agents, resources, keys and compiled policies at one generation. */

import type {
  AgentStatus,
  Classification,
  EventAction,
  HttpMethod,
  KeyKind,
  KeyPermission,
  PlanName,
  PolicyMode,
  ToolRulesSpec,
} from '@svc/contract';
import type { Approvals } from '@svc/core/approvals';
import type { CompiledBudgets } from '@svc/core/budgets';
import type { GrantRule } from '@svc/core/grants';
import type { CompiledPolicies } from '@svc/core/policy';
import type { CompiledToolRules } from '@svc/core/tool-rules';
import type { Permission } from '@svc/core/verdict';
import type { AddressList } from '../../platform/addresses/index.ts';
import type { Credential } from '../../registry/credentials/index.ts';
import type { RegisteredTool } from '../../registry/gateway-routes/index.ts';

/** Settings of an organization, plan defaults already applied. `null` means no limit. */
export interface OrganizationSettings {
  name: string;
  plan: PlanName;
  timeZone: string;
  enforcement: PolicyMode;
  reviewExpiryMinutes: number;
  riskReviewAt: number;
  riskBlockAt: number;
  eventsPerMonth: number | null;
  retentionDays: number | null;
  /** May reach the ranges that the operator opened. */
  privateNetworks: boolean;
  /** Callers that are refused are told which bounds would be allowed. */
  alternatives: boolean;
  /** A change that lets more through waits for a second person. */
  loosenNeedsTwo: boolean;
  /** How long an allowed act can be redeemed. */
  approvalValidMinutes: number;
  /** The words of agents about their acts are stored and shown. */
  contextKept: boolean;
  /** How reviews are approved that no policy asked for. */
  reviewDefaults: Approvals;
  /** How far the end of a grant may lie away, in hours; 0: no person makes grants. */
  grantHoursMax: number;
}

export interface AgentRecord {
  id: string;
  name: string;
  status: AgentStatus;
  permissions: Permission[] | null;
  hasOpenAnomaly: boolean;
}

export interface ResourceRecord {
  id: string;
  name: string;
  classification: Classification;
}

export interface ApiKeyRecord {
  id: string;
  name: string;
  kind: KeyKind;
  prefix: string;
  agentId: string | null;
  permissions: readonly KeyPermission[];
  /** null allows every address. */
  allowedIps: AddressList | null;
  expiresAtMs: number | null;
  /** The end of a key that was replaced. */
  revokesAtMs: number | null;
  /** The person whose connected app calls, where no key does. */
  personId?: string;
}

/** The restrictions on forwarding; null restricts nothing. */
export interface HttpRouteRecord {
  id: string;
  name: string;
  baseUrl: string;
  integrationId: string | null;
  resourceId: string | null;
  agentIds: readonly string[] | null;
  actions: readonly EventAction[] | null;
  methods: readonly HttpMethod[] | null;
  timeoutMs: number;
  scanBody: boolean;
}

export interface McpRouteRecord {
  id: string;
  name: string;
  agentId: string | null;
  resourceId: string | null;
  scanBody: boolean;
  /** The tools of its server as they were registered; null: their definitions are not compared. */
  tools: readonly RegisteredTool[] | null;
}

export interface IntegrationRecord {
  id: string;
  kind: 'HTTP' | 'CHAT_WEBHOOK' | 'TICKET';
  allowedHosts: readonly string[];
  credential: Credential | null;
  /** Sealed by the vault, and opened on use. */
  sealedSecret: string | null;
}

export interface OrganizationSnapshot {
  organizationId: string;
  /** Its only member has yet to say whether its keys, webhooks and integrations are theirs. */
  isUnconfirmed: boolean;
  generation: number;
  policySetVersion: number;
  settings: OrganizationSettings;
  agentsById: ReadonlyMap<string, AgentRecord>;
  agentsByName: ReadonlyMap<string, AgentRecord>;
  resourcesById: ReadonlyMap<string, ResourceRecord>;
  resourcesByName: ReadonlyMap<string, ResourceRecord>;
  /** Keys that are not revoked. */
  apiKeys: ReadonlyMap<string, ApiKeyRecord>;
  httpRoutes: ReadonlyMap<string, HttpRouteRecord>;
  mcpRoutes: ReadonlyMap<string, McpRouteRecord>;
  integrations: ReadonlyMap<string, IntegrationRecord>;
  webhookEndpointIds: readonly string[];
  policies: readonly StoredPolicyRecord[];
  /** Length of all policies as JSON text. */
  policyBytes: number;
  compiled: CompiledPolicies;
  budgets: CompiledBudgets;
  /** Grants that have not been ended, by agent; the time of some may be over. */
  grants: ReadonlyMap<string, readonly GrantRule[]>;
  /** Sorted by name. */
  toolRules: readonly ToolRulesRecord[];
}

/** A stored set of tool rules, and as calls are read by it. */
export interface ToolRulesRecord {
  id: string;
  spec: ToolRulesSpec;
  compiled: CompiledToolRules;
}

/** A stored policy. Its text is read where it is needed: a large set takes long to read. */
export interface StoredPolicyRecord {
  id: string;
  name: string;
  /** The spec as JSON. */
  text: string;
  updatedAtMs: number;
}
