// SPDX-License-Identifier: Apache-2.0
/** The refused tools that the rules of now would refuse again. */
import type { UnlistedToolList } from '@svc/contract';
import { readCall } from '@svc/core/tool-rules';
import type pg from 'pg';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { selectUnlistedTools } from '../../registry/tool-rules/index.ts';

export async function listUnlistedTools(
  pool: pg.Pool,
  organizationId: string,
  { toolRules }: OrganizationSnapshot,
): Promise<UnlistedToolList> {
  const sets = toolRules.map(({ compiled }) => compiled);
  const tools = await selectUnlistedTools(pool, organizationId);
  return { tools: tools.filter(({ agent, tool }) => readCall(sets, agent, tool, undefined).kind === 'UNLISTED') };
}
