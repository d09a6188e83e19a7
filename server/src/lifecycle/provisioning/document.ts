// SPDX-License-Identifier: Apache-2.0
/** A provisioning file that has been read and checked by itself; the database may still refuse it. */
import type { GuardrailEntry } from './reading/guardrails.ts';
import type { PolicyEntry } from './reading/policies.ts';
import type { BudgetEntry, ToolRulesEntry } from './reading/specs.ts';
import type { AgentEntry } from './records/agents.ts';
import type { ApiKeyEntry } from './records/api-keys.ts';
import type { HttpRouteEntry } from './records/http-routes.ts';
import type { IntegrationEntry } from './records/integrations.ts';
import type { McpRouteEntry } from './records/mcp-routes.ts';
import type { ResourceEntry } from './records/resources.ts';
import type { SettingsEntry } from './records/settings.ts';
import type { UserEntry } from './records/users.ts';
import type { WebhookEntry } from './records/webhooks.ts';

export interface ProvisioningDocument {
  readonly fileName: string;
  readonly organizations: readonly OrganizationEntry[];
  /** `file:line:column: message`; valid, but probably unintended. */
  readonly warnings: readonly string[];
}

/** An organization in the file. */
export type OrganizationEntry = SettingsEntry & {
  /** In lower case; undefined: the name says which organization it is. */
  readonly id: string | undefined;
  readonly name: string;
  readonly users: readonly UserEntry[];
  readonly resources: readonly ResourceEntry[];
  readonly agents: readonly AgentEntry[];
  readonly apiKeys: readonly ApiKeyEntry[];
  readonly integrations: readonly IntegrationEntry[];
  readonly httpRoutes: readonly HttpRouteEntry[];
  readonly mcpRoutes: readonly McpRouteEntry[];
  readonly webhooks: readonly WebhookEntry[];
  readonly policies: readonly PolicyEntry[];
  readonly guardrails: readonly GuardrailEntry[];
  readonly budgets: readonly BudgetEntry[];
  readonly toolRules: readonly ToolRulesEntry[];
};
