// SPDX-License-Identifier: Apache-2.0
/** Changes of one agent by a person, each with its audit entries and a new generation. */

import type { Agent, AgentChange, AgentCreation, AgentStatus } from '@svc/contract';
import type pg from 'pg';
import type { Changer } from '../../people/memberships/index.ts';
import { forgetAgentOfRevokedKeys } from '../api-keys/index.ts';
import { checkAgentCount, selectPlan } from '../plans/index.ts';
import {
  createRecord,
  type DeletableTable,
  deleteRecord,
  type HeldChanger,
  refuseDescription,
  updateRecord,
} from '../records/index.ts';
import { AGENT, type AgentValues, agentChanges, looserAgent } from './kind.ts';
import { checkPermissions, selectResourceClasses } from './permissions.ts';
import { showAgent } from './read-agents.ts';
import { commitmentOf, reasonOf } from './reasons.ts';
import { type StatusAuthor, selectUsersOfAgent, writeAgents } from './rows.ts';

/** @param reason of a change of status */
const agentsFor = (reason: StatusAuthor['reason']): DeletableTable<AgentValues, Agent> =>
  AGENT.table<Agent>({
    show: showAgent,
    write: ({ transaction, organizationId, accountId, nowMs }, plan) =>
      writeAgents(transaction, organizationId, plan, { accountId, reason }, nowMs),
    changes: (plan) => agentChanges(plan, reason === null ? undefined : commitmentOf(reason)),
    looser: async ({ transaction, organizationId }, changed) =>
      looserAgent(changed, await selectResourceClasses(transaction, organizationId)),
    selectUsers: (transaction, organizationId, { id }) => selectUsersOfAgent(transaction, organizationId, id),
    async remove(transaction, organizationId, id) {
      await forgetAgentOfRevokedKeys(transaction, organizationId, id);
      await AGENT.remove(transaction, organizationId, id);
    },
  });

const AGENTS = agentsFor(null);

/**
 * @param isPlanOfOperator owners cannot change the plan themselves
 * @throws ApiError 400 for an invalid name, description or permission, 403 `plan_limit` past the plan's count, 409 for
 * a name that another agent has
 */
export async function createAgent(
  pool: pg.Pool,
  changer: HeldChanger,
  creation: AgentCreation,
  isPlanOfOperator = false,
): Promise<Agent> {
  refuseDescription(creation.description);
  const { shown } = await createRecord(pool, changer, AGENTS, creation.name, async (where) => {
    const { transaction, organizationId, stored, newId } = where;
    await checkPermissions(transaction, organizationId, creation.permissions);
    const { plan, limits } = await selectPlan(transaction, organizationId);
    checkAgentCount(plan, limits, stored.byName.size, isPlanOfOperator);
    return AGENT.plan([creation], stored.byName, newId);
  });
  return shown;
}

/**
 * @throws ApiError 400 for an invalid name, description or permission, 404, 409 for a name that another agent has and
 * when another change came between
 */
export async function updateAgent(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  { updatedAt: seen, ...change }: AgentChange,
): Promise<Agent> {
  refuseDescription(change.description);
  const target = { id, name: change.name, seen };
  return await updateRecord(pool, changer, AGENTS, target, async (before, { transaction, organizationId }) => {
    await checkPermissions(transaction, organizationId, change.permissions);
    return { ...before, ...change };
  });
}

/**
 * The kill switch and its end. An agent that has the status already keeps the reason that it has.
 * @param reason blank text counts as none
 * @throws ApiError 404
 */
export async function changeAgentStatus(
  pool: pg.Pool,
  changer: HeldChanger,
  id: string,
  status: AgentStatus,
  reason: string | undefined,
): Promise<Agent> {
  const target = { id, name: undefined, seen: undefined };
  const table = agentsFor(reasonOf(reason));
  return await updateRecord(pool, changer, table, target, (before) => ({ ...before, status }));
}

/**
 * Its events, anomalies and audit entries stay.
 * @throws ApiError 404, 409 while a key, a route or a policy refers to it
 */
export async function deleteAgent(pool: pg.Pool, changer: Changer, agentId: string): Promise<void> {
  await deleteRecord(pool, changer, AGENTS, agentId);
}
