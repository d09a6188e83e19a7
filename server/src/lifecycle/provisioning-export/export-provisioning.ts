// SPDX-License-Identifier: Apache-2.0
/** Writes an organization as a provisioning file: what the file can hold, by name, and no secret. */

import { selectSettings } from '../../organization/organizations/index.ts';
import { tokensForFile } from '../../organization/scim/index.ts';
import { connectionForFile } from '../../organization/sso/index.ts';
import { type MemberAccount, selectMemberAccounts } from '../../people/memberships/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { selectWebhooks } from '../../record/webhooks/index.ts';
import { AGENT } from '../../registry/agents/index.ts';
import { selectApiKeys } from '../../registry/api-keys/index.ts';
import { selectBudgets } from '../../registry/budgets/index.ts';
import { HTTP_ROUTE, MCP_ROUTE } from '../../registry/gateway-routes/index.ts';
import { selectIntegrations } from '../../registry/integrations/index.ts';
import { RESOURCE } from '../../registry/resources/index.ts';
import { specOf, TOOL_RULES } from '../../registry/tool-rules/index.ts';
import { claimOf, selectGuardrails } from '../../rules/guardrails/index.ts';
import { selectPolicies } from '../../rules/policies/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Reads } from '../../storage/lists/index.ts';
import type { ExportedOrganization } from './exported-organization.ts';
import { fileTextSteps } from './file-text.ts';

export interface ProvisioningExportDeps {
  reads: Pick<Reads, 'pool'>;
  vault: Vault;
}

/** @returns a file that changes nothing when it is applied to the same organization */
export async function exportProvisioning(
  { reads, vault }: ProvisioningExportDeps,
  { id, name }: { id: string; name: string },
  nowMs: number,
): Promise<string> {
  const stored = await inTransaction(reads.pool, [id], (transaction) => readAll(transaction, id, vault));
  const { settings, ...records } = stored;
  if (settings === undefined) throw new Error('an organization of a signed-in person has no settings');
  const exported = { id, name, settings, ...records, nowMs };
  return await TURNS.run(id, fileTextSteps(exported), true);
}

type Stored = Omit<ExportedOrganization, 'id' | 'name' | 'settings' | 'nowMs'> & {
  settings: Awaited<ReturnType<typeof selectSettings>>;
};

async function readAll(transaction: Transaction, id: string, vault: Vault): Promise<Stored> {
  const users: MemberAccount[] = await selectMemberAccounts(transaction, id);
  return {
    settings: await selectSettings(transaction, id),
    sso: await connectionForFile(transaction, { organizationId: id, vault }),
    scimTokens: await tokensForFile(transaction, id),
    users,
    resources: [...(await RESOURCE.select(transaction, id)).values()],
    agents: [...(await AGENT.select(transaction, id)).values()],
    apiKeys: await selectApiKeys(transaction, id),
    integrations: [...(await selectIntegrations(transaction, id, vault)).byName.values()].map(
      // Secrets go no further than this line.
      ({ secret, ...integration }) => ({ ...integration, hasSecret: secret !== null }),
    ),
    httpRoutes: [...(await HTTP_ROUTE.select(transaction, id)).values()],
    mcpRoutes: [...(await MCP_ROUTE.select(transaction, id)).values()],
    webhooks: [...(await selectWebhooks(transaction, id, vault)).byUrl.values()].map(
      ({ url, description, format }) => ({ url, description, format }),
    ),
    policies: await selectPolicies(transaction, id),
    guardrails: [...(await selectGuardrails(transaction, id)).values()].map((one) => ({
      claim: claimOf(one),
      enforcing: one.enforcing,
    })),
    budgets: (await selectBudgets(transaction, id)).map(({ spec }) => spec),
    toolRules: [...(await TOOL_RULES.select(transaction, id)).values()].map(specOf),
  };
}
