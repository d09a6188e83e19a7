// SPDX-License-Identifier: Apache-2.0
/** Reads one organization whole, at one moment. */

import type { AgentStatus, KeyKind, KeyPermission, PolicyMode, PolicySpec, StoredToolRules } from '@svc/contract';
import { type Approvals, ONE_APPROVAL } from '@svc/core/approvals';
import { compileBudgets } from '@svc/core/budgets';
import type { GrantRule } from '@svc/core/grants';
import { type CompiledPolicies, compileInSteps, type IdentifiedPolicy, type Steps } from '@svc/core/policy';
import { compileToolRules } from '@svc/core/tool-rules';
import type { Permission } from '@svc/core/verdict';
import type pg from 'pg';
import { addressList } from '../../platform/addresses/index.ts';
import { noteHolder } from '../../platform/shares/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { selectBudgets } from '../../registry/budgets/index.ts';
import { selectLiveGrants } from '../../registry/grants/index.ts';
import { limitsOfRow, type PlanRow } from '../../registry/plans/index.ts';
import { selectStoredToolRules } from '../../registry/tool-rules/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  HttpRouteRecord,
  IntegrationRecord,
  McpRouteRecord,
  OrganizationSettings,
  OrganizationSnapshot,
  ResourceRecord,
  StoredPolicyRecord,
  ToolRulesRecord,
} from './snapshot.ts';

/**
 * @param known an older snapshot; while the policy set has its version, its compiled policies are taken over, and the
 * policies are not even read
 * @returns null when there is no such organization
 */
export async function loadSnapshot(
  pool: pg.Pool,
  organizationId: string,
  known: OrganizationSnapshot | null = null,
): Promise<OrganizationSnapshot | null> {
  const read = await inTransaction(
    pool,
    [organizationId],
    async (transaction) => {
      const of = [organizationId];
      return await Promise.all([
        transaction.query<OrganizationRow>(SELECT_ORGANIZATION, of),
        transaction.query<AgentRow>(SELECT_AGENTS, of),
        transaction.query<ResourceRecord>(SELECT_RESOURCES, of),
        transaction.query<ApiKeyRow>(SELECT_API_KEYS, of),
        transaction.query<PolicyRow>(SELECT_POLICIES, [organizationId, known?.policySetVersion ?? NO_VERSION]),
        transaction.query<{ id: string }>(SELECT_WEBHOOK_ENDPOINTS, of),
        transaction.query<HttpRouteRecord & Row>(SELECT_HTTP_ROUTES, of),
        transaction.query<McpRouteRecord & Row>(SELECT_MCP_ROUTES, of),
        transaction.query<IntegrationRecord & Row>(SELECT_INTEGRATIONS, of),
        selectBudgets(transaction, organizationId),
        selectLiveGrants(transaction, organizationId),
        selectStoredToolRules(transaction, organizationId),
      ]);
    },
    'snapshot',
  );
  const [organizations, agentRows, resources, keyRows, policyRows, endpoints, httpRoutes, mcpRoutes, ...others] = read;
  const [integrations, budgets, grants, toolRules] = others;
  const organization = organizations[0];
  if (organization === undefined) return null;
  noteHolder(organization);
  const agents = agentRows.map(toAgent);
  return {
    organizationId,
    isUnconfirmed: organization.is_unconfirmed,
    generation: organization.generation,
    policySetVersion: organization.policy_set_version,
    settings: toSettings(organization),
    agentsById: byId(agents),
    agentsByName: new Map(agents.map((agent) => [agent.name, agent])),
    resourcesById: byId(resources),
    resourcesByName: new Map(resources.map((resource) => [resource.name, resource])),
    apiKeys: new Map(keyRows.map((row) => [row.id, toApiKey(row)])),
    httpRoutes: byId(httpRoutes),
    mcpRoutes: byId(mcpRoutes),
    integrations: byId(integrations),
    webhookEndpointIds: endpoints.map((endpoint) => endpoint.id),
    budgets: compileBudgets(budgets),
    grants: byAgent(grants),
    toolRules: toolRules.map(toToolRules),
    ...(await policySetOf(organizationId, organization.policy_set_version, policyRows, known)),
  };
}

function toToolRules({ id, updatedAt: _updatedAt, ...spec }: StoredToolRules): ToolRulesRecord {
  return { id, spec, compiled: compileToolRules(spec) };
}

function byAgent(grants: readonly GrantRule[]): ReadonlyMap<string, readonly GrantRule[]> {
  const found = new Map<string, GrantRule[]>();
  for (const grant of grants) {
    const own = found.get(grant.agentId);
    if (own === undefined) found.set(grant.agentId, [grant]);
    else own.push(grant);
  }
  return found;
}

type PolicySet = Pick<OrganizationSnapshot, 'policies' | 'policyBytes' | 'compiled'>;

/** The organization waits for its own large set to be compiled, and no other does. */
async function policySetOf(
  organizationId: string,
  version: number,
  rows: readonly PolicyRow[],
  known: OrganizationSnapshot | null,
): Promise<PolicySet> {
  if (known !== null && known.policySetVersion === version) {
    const { policies, policyBytes, compiled } = known;
    return { policies, policyBytes, compiled };
  }
  return {
    policies: rows.map(toPolicy),
    policyBytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    compiled: await TURNS.run(organizationId, readAndCompile(rows)),
  };
}

/** Policies are read in steps of about this many bytes. */
const READ_BYTES_PER_STEP = 200_000;

function* readAndCompile(rows: readonly PolicyRow[]): Steps<CompiledPolicies> {
  const policies: IdentifiedPolicy[] = [];
  let bytes = 0;
  for (const row of rows) {
    policies.push({ ...(JSON.parse(row.text) as PolicySpec), id: row.id });
    bytes += row.bytes;
    if (bytes < READ_BYTES_PER_STEP) continue;
    yield;
    bytes = 0;
  }
  return yield* compileInSteps(policies);
}

type Row = Record<string, unknown>;

function byId<Item extends { id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

interface OrganizationRow extends PlanRow {
  generation: number;
  policy_set_version: number;
  name: string;
  time_zone: string;
  enforcement: PolicyMode;
  review_expiry_minutes: number;
  risk_review_at: number;
  risk_block_at: number;
  private_networks: boolean;
  alternatives: boolean;
  loosen_needs_two: boolean;
  approval_valid_minutes: number;
  context_kept: boolean;
  review_defaults: Approvals;
  grant_hours_max: number;
  is_unconfirmed: boolean;
  organization_id: string;
  holder: string | null;
}

const SELECT_ORGANIZATION = `
  SELECT h.generation, h.policy_set_version, o.name, o.plan, o.time_zone, o.enforcement, o.review_expiry_minutes,
    o.risk_review_at, o.risk_block_at, o.agents_max, o.events_per_month, o.retention_days, o.private_networks,
    o.alternatives, o.loosen_needs_two, o.approval_valid_minutes, o.context_kept, o.review_defaults,
    o.grant_hours_max,
    o.unconfirmed_since IS NOT NULL AS is_unconfirmed, o.organization_id, o.holder
  FROM svc.organization_heads h JOIN svc.organizations o USING (organization_id)
  WHERE h.organization_id = $1`;

function toSettings(row: OrganizationRow): OrganizationSettings {
  const { eventsPerMonth, retentionDays } = limitsOfRow(row);
  return {
    name: row.name,
    plan: row.plan,
    timeZone: row.time_zone,
    enforcement: row.enforcement,
    reviewExpiryMinutes: row.review_expiry_minutes,
    riskReviewAt: row.risk_review_at,
    riskBlockAt: row.risk_block_at,
    eventsPerMonth,
    retentionDays,
    privateNetworks: row.private_networks,
    alternatives: row.alternatives,
    loosenNeedsTwo: row.loosen_needs_two,
    approvalValidMinutes: row.approval_valid_minutes,
    contextKept: row.context_kept,
    reviewDefaults: { ...ONE_APPROVAL, ...row.review_defaults },
    grantHoursMax: row.grant_hours_max,
  };
}

interface AgentRow {
  id: string;
  name: string;
  status: AgentStatus;
  permissions: Permission[] | null;
  has_open_anomaly: boolean;
}

const SELECT_AGENTS = `
  SELECT a.id, a.name, a.status, a.permissions,
    EXISTS (
      SELECT FROM svc.anomalies n
      WHERE n.organization_id = $1 AND n.agent_id = a.id AND n.closed_at IS NULL
    ) AS has_open_anomaly
  FROM svc.agents a WHERE a.organization_id = $1`;

function toAgent(row: AgentRow): AgentRecord {
  const { id, name, status, permissions } = row;
  return { id, name, status, permissions, hasOpenAnomaly: row.has_open_anomaly };
}

const SELECT_RESOURCES = `
  SELECT id, name, classification FROM svc.resources WHERE organization_id = $1`;

interface ApiKeyRow {
  id: string;
  name: string;
  kind: KeyKind;
  key_prefix: string;
  agent_id: string | null;
  permissions: KeyPermission[];
  allowed_ips: string[] | null;
  expires_at: Date | null;
  revokes_at: Date | null;
}

const SELECT_API_KEYS = `
  SELECT id, name, kind, key_prefix, agent_id, permissions, allowed_ips, expires_at, revokes_at
  FROM svc.api_keys WHERE organization_id = $1 AND revoked_at IS NULL`;

function toApiKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    prefix: row.key_prefix,
    agentId: row.agent_id,
    permissions: row.permissions,
    allowedIps: row.allowed_ips === null ? null : addressList(row.allowed_ips),
    expiresAtMs: row.expires_at?.getTime() ?? null,
    revokesAtMs: row.revokes_at?.getTime() ?? null,
  };
}

interface PolicyRow {
  id: string;
  name: string;
  text: string;
  bytes: number;
  updated_at: Date;
}

const SELECT_POLICIES = `
  SELECT policy_id AS id, name, spec::text AS text, octet_length(spec::text) AS bytes, updated_at
  FROM svc.policy_revisions
  WHERE organization_id = $1 AND version_to IS NULL AND NOT EXISTS (
    SELECT FROM svc.organization_heads h WHERE h.organization_id = $1 AND h.policy_set_version = $2
  )`;

/** Versions are 0 or more. */
const NO_VERSION = -1;

function toPolicy(row: PolicyRow): StoredPolicyRecord {
  const { id, name, text, updated_at: updatedAt } = row;
  return { id, name, text, updatedAtMs: updatedAt.getTime() };
}

const SELECT_WEBHOOK_ENDPOINTS = `
  SELECT id FROM svc.webhook_endpoints WHERE organization_id = $1 AND disabled_at IS NULL ORDER BY id`;

const SELECT_HTTP_ROUTES = `
  SELECT id, name, base_url AS "baseUrl", integration_id AS "integrationId", resource_id AS "resourceId",
    agent_ids AS "agentIds", actions, methods, timeout_ms AS "timeoutMs", scan_body AS "scanBody"
  FROM svc.http_routes WHERE organization_id = $1`;

const SELECT_MCP_ROUTES = `
  SELECT id, name, agent_id AS "agentId", resource_id AS "resourceId", scan_body AS "scanBody", tools
  FROM svc.mcp_routes WHERE organization_id = $1`;

const SELECT_INTEGRATIONS = `
  SELECT id, kind, allowed_hosts AS "allowedHosts", credential, secret AS "sealedSecret"
  FROM svc.integrations WHERE organization_id = $1`;
