/** Changes of one agent by a person, each with its audit entries and a new generation. */

import type { AgentStatus } from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type pg from 'pg';
import { type Changer, changeAsAdmin } from '../../accounts/index.ts';
import { uuidv7 } from '../../db/index.ts';
import { checkAgentCount, selectPlan } from '../../plans/index.ts';
import { forgetAgentOfRevokedKeys } from '../api-keys/index.ts';
import {
  agentNameFault,
  checkNameIsFree,
  checkUnused,
  deletedEntry,
  findRecord,
  type Identified,
  planChange,
  recordsOf,
  refuseName,
} from '../records/index.ts';
import { checkPermissions } from './permissions.ts';
import { AGENT, type AgentValues, agentChanges, planAgents } from './plan-agents.ts';
import { removeAgent, selectAgents, selectUsersOfAgent, writeAgents } from './rows.ts';

export interface AgentCreation {
  name: string;
  status?: AgentStatus;
  permissions?: readonly Permission[] | null;
}

/** An omitted field keeps its value. */
export type AgentChange = Partial<AgentCreation>;

/**
 * @throws ApiError 400 for an invalid name or permission, 403 `plan_limit` past the plan's count, 409 for a name that
 * another agent has
 */
export async function createAgent(
  pool: pg.Pool,
  changer: Changer,
  creation: AgentCreation,
): Promise<Identified<AgentValues>> {
  refuseName(creation.name, agentNameFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectAgents(transaction, organizationId);
    checkNameIsFree('an agent', creation.name, stored, null);
    await checkPermissions(transaction, organizationId, creation.permissions);
    const { plan, limits } = await selectPlan(transaction, organizationId);
    checkAgentCount(plan, limits, stored.size);
    const planned = planAgents([creation], stored, () => uuidv7(nowMs));
    const [result] = planned.creates;
    if (result === undefined) throw new Error('an agent with a free name was not planned');
    await writeAgents(transaction, organizationId, [result], nowMs);
    return { result, changes: agentChanges(planned) };
  });
}

/**
 * Pausing and resuming are changes of `status`.
 * @throws ApiError 400 for an invalid name or permission, 404, 409 for a name that another agent has
 */
export async function updateAgent(
  pool: pg.Pool,
  changer: Changer,
  agentId: string,
  change: AgentChange,
): Promise<Identified<AgentValues>> {
  refuseName(change.name, agentNameFault);
  const { organizationId } = changer;
  return await changeAsAdmin(pool, changer, async (transaction, nowMs) => {
    const stored = await selectAgents(transaction, organizationId);
    const before = findRecord('agent', stored, agentId);
    const result = { ...before, ...change };
    checkNameIsFree('an agent', result.name, stored, before.id);
    await checkPermissions(transaction, organizationId, change.permissions);
    const planned = planChange(before, result);
    await writeAgents(transaction, organizationId, recordsOf(planned), nowMs);
    return { result, changes: agentChanges(planned) };
  });
}

/**
 * Its events, anomalies and audit entries stay.
 * @throws ApiError 404, 409 while a key or a route refers to it
 */
export async function deleteAgent(pool: pg.Pool, changer: Changer, agentId: string): Promise<void> {
  const { organizationId } = changer;
  await changeAsAdmin(pool, changer, async (transaction) => {
    const agent = findRecord('agent', await selectAgents(transaction, organizationId), agentId);
    checkUnused('agent', await selectUsersOfAgent(transaction, organizationId, agent.id));
    await forgetAgentOfRevokedKeys(transaction, organizationId, agent.id);
    await removeAgent(transaction, organizationId, agent.id);
    return { result: undefined, changes: [deletedEntry(AGENT, agent)] };
  });
}
