// SPDX-License-Identifier: Apache-2.0
/** The records of an organization as the lists of a file have them: references by name, and secrets left out. */
import { normalizeBudget } from '@svc/core/budgets';
import { normalizePolicy } from '@svc/core/policy';
import type { ExportedOrganization } from './exported-organization.ts';

export interface ExportedRecord {
  /** The name that orders the list. */
  sortedBy: string;
  /** A comment above it, or null. */
  note: string | null;
  value: object;
}

type Lists = [list: string, records: ExportedRecord[]][];

export function recordsOfFile(organization: ExportedOrganization): Lists {
  const { users, resources, agents, apiKeys, integrations, httpRoutes, mcpRoutes, webhooks } = organization;
  const { policies, guardrails, budgets, toolRules } = organization;
  const nameOf = namesOf([...resources, ...agents, ...integrations]);
  const isUsable = (key: (typeof apiKeys)[number]) =>
    !key.isRevoked && !key.isRetiring && (key.expiresAt === null || Date.parse(key.expiresAt) > organization.nowMs);
  return [
    ['users', users.map((user) => entry(user.email, { email: user.email, name: user.name, role: user.role }))],
    ['resources', resources.map((resource) => entry(resource.name, { ...resource }))],
    ['agents', agents.map((agent) => entry(agent.name, { ...agent }))],
    ['apiKeys', apiKeys.filter(isUsable).map((key) => entry(key.name, keyValue(key, nameOf)))],
    ['integrations', integrations.map(integrationEntry)],
    ['httpRoutes', httpRoutes.map((route) => entry(route.name, httpRouteValue(route, nameOf)))],
    ['mcpRoutes', mcpRoutes.map((route) => entry(route.name, mcpRouteValue(route, nameOf)))],
    ['webhooks', webhooks.map((webhook) => entry(webhook.url, webhook))],
    ['policies', policies.map((policy) => entry(policy.name, normalizePolicy(policy)))],
    ['guardrails', guardrails.map((one) => entry(one.claim.name, guardrailValue(one)))],
    ['budgets', budgets.map((budget) => entry(budget.name, normalizeBudget(budget)))],
    ['toolRules', toolRules.map((set) => entry(set.name, set))],
  ];
}

function entry(sortedBy: string, value: object, note: string | null = null): ExportedRecord {
  return { sortedBy, note, value };
}

type NameOf = (id: string) => string;

function namesOf(records: readonly { id: string; name: string }[]): NameOf {
  const names = new Map(records.map(({ id, name }) => [id, name]));
  return (id) => {
    const name = names.get(id);
    if (name === undefined) throw new Error('a stored record refers to one that is not stored');
    return name;
  };
}

const optionalName = (id: string | null, nameOf: NameOf) => (id === null ? null : nameOf(id));

function keyValue(key: ExportedOrganization['apiKeys'][number], nameOf: NameOf): object {
  const { name, kind, agentId, permissions, allowedIps, expiresAt } = key;
  return { name, kind, agent: optionalName(agentId, nameOf), permissions, allowedIps, expiresAt };
}

function integrationEntry(integration: ExportedOrganization['integrations'][number]): ExportedRecord {
  const { name, kind, allowedHosts, settings, hasSecret } = integration;
  const note = hasSecret ? 'Its secret is left out.' : null;
  if (kind === 'HTTP') return entry(name, { name, kind, allowedHosts }, note);
  // The address of a chat is its secret, and so are the values of headers.
  if (settings?.provider === 'INCOMING_WEBHOOK') return entry(name, { name, kind, provider: settings.provider }, note);
  if (settings === null) return entry(name, { name, kind }, note);
  if (settings.provider !== null) return entry(name, { name, kind, ...settings }, note);
  const { url, updateUrl, method, bodyTemplate } = settings;
  return entry(name, { name, kind, url, updateUrl, method, bodyTemplate }, note);
}

/** In the order of the reference; stored rows have none. */
function guardrailValue({ claim, enforcing }: ExportedOrganization['guardrails'][number]): object {
  const { name, when, resource, unless, never, atLeast, approvals, agents, of } = claim;
  const fields = { name, when, resource, unless, never, atLeast, approvals, agents, of, enforcing };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function httpRouteValue(route: ExportedOrganization['httpRoutes'][number], nameOf: NameOf): object {
  const { id, name, baseUrl, integrationId, resourceId, agentIds, actions, methods, timeoutMs, scanBody } = route;
  return {
    id,
    name,
    baseUrl,
    integration: optionalName(integrationId, nameOf),
    resource: optionalName(resourceId, nameOf),
    agents: agentIds?.map(nameOf) ?? null,
    actions,
    methods,
    timeoutMs,
    scanBody,
  };
}

function mcpRouteValue(route: ExportedOrganization['mcpRoutes'][number], nameOf: NameOf): object {
  const { id, name, agentId, resourceId, scanBody } = route;
  return { id, name, agent: optionalName(agentId, nameOf), resource: optionalName(resourceId, nameOf), scanBody };
}
