// SPDX-License-Identifier: Apache-2.0
/** The plan for given agents, and its audit entries. Pausing is the kill switch, and has entries of its own. */
import type { AgentStatus } from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type { Change } from '../../storage/heads/index.ts';
import { freeAgents, type Limits } from '../plans/index.ts';
import {
  type Identified,
  kept,
  planRecords,
  type RecordFault,
  type RecordKind,
  type RecordPlan,
  type RecordWrites,
  recordChanges,
} from '../records/index.ts';

export interface AgentValues {
  name: string;
  /** Its purpose. */
  description: string | null;
  status: AgentStatus;
  /** null: no restriction beyond policies. */
  permissions: readonly Permission[] | null;
}

/** An omitted field keeps its stored value. */
export interface GivenAgent {
  readonly id?: string | undefined;
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly status?: AgentStatus | undefined;
  readonly permissions?: readonly Permission[] | null | undefined;
}

export function planAgents(
  given: readonly GivenAgent[],
  stored: ReadonlyMap<string, Identified<AgentValues>>,
  newId: () => string,
): RecordPlan<AgentValues> {
  return planRecords<GivenAgent, AgentValues>({
    noun: 'agent',
    given,
    stored,
    keyOf: ({ name }) => name,
    valuesOf: ({ name, description, status, permissions }, current) => ({
      name,
      description: kept(description, current?.description),
      status: status ?? current?.status ?? 'ACTIVE',
      permissions: kept(permissions, current?.permissions),
    }),
    newId,
  });
}

/** A fault for each new agent past the plan's count; stored agents give none. */
export function agentsPastPlan(
  given: readonly GivenAgent[],
  stored: ReadonlyMap<string, unknown>,
  { agentsMax }: Pick<Limits, 'agentsMax'>,
): RecordFault[] {
  const made = given.map(({ name }, index) => ({ name, index })).filter(({ name }) => !stored.has(name));
  return made.slice(freeAgents({ agentsMax }, stored.size)).map(({ name, index }) => ({
    index,
    fields: [],
    message: `the agent ${name} is past the ${agentsMax} agents of the plan (${stored.size} are stored already)`,
  }));
}

export const AGENT: RecordKind<AgentValues> = {
  type: 'agent',
  describe: ({ name }) => ({ name }),
  shown: ({ name, description, status, permissions }) => ({
    name,
    description,
    status,
    permissions: permissions?.map(({ action, resource }) => ({ action, resource })) ?? null,
  }),
};

const STATUS_CHANGE: Record<AgentStatus, string> = { ACTIVE: 'agent.resumed', PAUSED: 'agent.paused' };

/**
 * A change of status has another audit entry than a change of other fields.
 * @param reasonCommitment stands for the reason of a change of status, if one was given
 */
export function agentChanges(plan: RecordWrites<AgentValues>, reasonCommitment?: string): Change[] {
  const statusChanges = plan.updates
    .filter(({ changedFields }) => changedFields.includes('status'))
    .map(({ before, record: { id, name, status } }) => ({
      kind: STATUS_CHANGE[status],
      subject: { type: 'agent', id },
      metadata: {
        name,
        before: { status: before.status },
        after: { status },
        ...(reasonCommitment !== undefined && { reasonCommitment }),
      },
    }));
  const updates = plan.updates
    .map((update) => ({ ...update, changedFields: update.changedFields.filter((field) => field !== 'status') }))
    .filter(({ changedFields }) => changedFields.length > 0);
  return [...recordChanges(AGENT, { creates: plan.creates, updates }), ...statusChanges];
}
