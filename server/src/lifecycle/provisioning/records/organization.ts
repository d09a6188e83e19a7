// SPDX-License-Identifier: Apache-2.0
/** Reads an organization with all its records. References by name are resolved among the records beside them. */
import { emailKeyOf } from '../../../people/accounts/index.ts';
import { webhookKeyOf } from '../../../record/webhooks/index.ts';
import { INTEGRATION_KINDS } from '../../../registry/integrations/index.ts';
import type { OrganizationEntry } from '../document.ts';
import { LIST_ITEMS_MAX } from '../limits.ts';
import { guardrailReader } from '../reading/guardrails.ts';
import { optional, type Reader, type Report, record, records, type UniqueField } from '../reading/index.ts';
import { policyReader } from '../reading/policies.ts';
import { budgetReader, toolRulesReader } from '../reading/specs.ts';
import { itemsAt, type TreeNode, textAt } from '../syntax/index.ts';
import { agentFields } from './agents.ts';
import { apiKeyReader } from './api-keys.ts';
import { httpRouteFields, type RouteNames } from './http-routes.ts';
import { integrationReader } from './integrations.ts';
import { mcpRouteFields } from './mcp-routes.ts';
import { resourceFields } from './resources.ts';
import { settingFields } from './settings.ts';
import { userFields } from './users.ts';
import { webhookFields } from './webhooks.ts';

const lowerCase = (id: string) => id.toLowerCase();

/** Unique properties in the lists of an organization. */
export const UNIQUE_IN_ORGANIZATION: readonly UniqueField[] = [
  { list: 'users', field: 'email', keyOf: emailKeyOf },
  { list: 'resources', field: 'name' },
  { list: 'resources', field: 'id', keyOf: lowerCase },
  { list: 'agents', field: 'name' },
  { list: 'agents', field: 'id', keyOf: lowerCase },
  { list: 'apiKeys', field: 'name' },
  { list: 'integrations', field: 'name' },
  { list: 'httpRoutes', field: 'name' },
  { list: 'httpRoutes', field: 'id', keyOf: lowerCase },
  { list: 'mcpRoutes', field: 'name' },
  { list: 'mcpRoutes', field: 'id', keyOf: lowerCase },
  { list: 'webhooks', field: 'url', keyOf: webhookKeyOf, isSecret: true },
  { list: 'policies', field: 'name' },
  { list: 'guardrails', field: 'name' },
  { list: 'budgets', field: 'name' },
  { list: 'toolRules', field: 'name' },
];

/** Unique properties over all organizations of a file: a key belongs to one of them. */
export const UNIQUE_IN_FILE: readonly UniqueField[] = [{ list: 'apiKeys', field: 'key', isSecret: true }];

/** @param warn receives valid but probably unintended values */
export function organizationReader(warn: Report): Reader<OrganizationEntry> {
  return (node, _label, report) => {
    const read = record({ ...settingFields, ...listFields(namesIn(node), warn) })(node, 'an organization', report);
    if (read === undefined) return undefined;
    return {
      ...read,
      users: read.users ?? [],
      resources: read.resources ?? [],
      agents: read.agents ?? [],
      apiKeys: read.apiKeys ?? [],
      integrations: read.integrations ?? [],
      httpRoutes: read.httpRoutes ?? [],
      mcpRoutes: read.mcpRoutes ?? [],
      webhooks: read.webhooks ?? [],
      policies: read.policies ?? [],
      guardrails: read.guardrails ?? [],
      budgets: read.budgets ?? [],
      toolRules: read.toolRules ?? [],
    };
  };
}

function listFields(names: RouteNames, warn: Report) {
  const listOf = <Item>(noun: string, reader: Reader<Item>) => optional(records(noun, reader, LIST_ITEMS_MAX));
  return {
    users: listOf('a user', record(userFields)),
    resources: listOf('a resource', record(resourceFields)),
    agents: listOf('an agent', record(agentFields(names.resources))),
    apiKeys: listOf('an API key', apiKeyReader(names.agents)),
    integrations: listOf('an integration', integrationReader),
    httpRoutes: listOf('an HTTP route', record(httpRouteFields(names))),
    mcpRoutes: listOf('an MCP route', record(mcpRouteFields(names))),
    webhooks: listOf('a webhook', record(webhookFields)),
    policies: listOf('a policy', policyReader(warn)),
    guardrails: listOf('a guardrail', guardrailReader),
    budgets: listOf('a budget', budgetReader(warn)),
    toolRules: listOf('a set of tool rules', toolRulesReader(warn)),
  };
}

/** Read from the tree, so that a faulty record is not also reported as missing by its references. */
function namesIn(organization: TreeNode): RouteNames {
  const names = (list: string, isWanted: (item: TreeNode) => boolean = () => true) =>
    new Set(
      itemsAt(organization, list)
        .filter(isWanted)
        .map((item) => String(textAt(item, 'name')?.value ?? '')),
    );
  const isOtherKind = (item: TreeNode) =>
    INTEGRATION_KINDS.some((kind) => kind !== 'HTTP' && kind === textAt(item, 'kind')?.value);
  return {
    resources: names('resources'),
    agents: names('agents'),
    integrations: names('integrations'),
    httpIntegrations: names('integrations', (item) => !isOtherKind(item)),
  };
}
