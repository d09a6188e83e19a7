// SPDX-License-Identifier: Apache-2.0
/** An organization as it is read for its file. No secret is among it. */
import type { BudgetSpec, PolicyClaim, PolicySpec, ToolRulesSpec } from '@svc/contract';
import type { Settings } from '../../organization/organizations/index.ts';
import type { FileConnection } from '../../organization/sso/index.ts';
import type { MemberAccount } from '../../people/memberships/index.ts';
import type { WebhookValues } from '../../record/webhooks/index.ts';
import type { AGENT } from '../../registry/agents/index.ts';
import type { selectApiKeys } from '../../registry/api-keys/index.ts';
import type { HTTP_ROUTE, MCP_ROUTE } from '../../registry/gateway-routes/index.ts';
import type { IntegrationValues } from '../../registry/integrations/index.ts';
import type { RESOURCE } from '../../registry/resources/index.ts';

type Rows<Select extends (...args: never[]) => Promise<ReadonlyMap<string, unknown>>> =
  Awaited<ReturnType<Select>> extends ReadonlyMap<string, infer Row> ? Row[] : never;

export interface ExportedOrganization {
  id: string;
  name: string;
  settings: Settings;
  sso: Omit<FileConnection, 'clientSecret'> | null;
  scimTokens: { sha256: string; expiresAt: string }[];
  users: MemberAccount[];
  resources: Rows<typeof RESOURCE.select>;
  agents: Rows<typeof AGENT.select>;
  apiKeys: Awaited<ReturnType<typeof selectApiKeys>>;
  integrations: (Omit<IntegrationValues, 'secret'> & { id: string; hasSecret: boolean })[];
  httpRoutes: Rows<typeof HTTP_ROUTE.select>;
  mcpRoutes: Rows<typeof MCP_ROUTE.select>;
  webhooks: Omit<WebhookValues, 'secret'>[];
  policies: (PolicySpec & { id: string })[];
  budgets: BudgetSpec[];
  toolRules: ToolRulesSpec[];
  guardrails: { claim: PolicyClaim; enforcing: boolean }[];
  nowMs: number;
}
