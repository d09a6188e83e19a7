// SPDX-License-Identifier: Apache-2.0
/** Agents as a kind of records, their audit entries, and the parts of their changes that let more through. */
import type { AgentStatus, LooserRecord } from '@svc/contract';
import { type Permission, permitsMore, type Resource } from '@svc/core/verdict';
import type { Change } from '../../storage/heads/index.ts';
import { agentNameFault } from '../names/index.ts';
import { freeAgents, type Limits } from '../plans/index.ts';
import { kindOf, type RecordFault, type RecordWrites } from '../records/index.ts';

export interface AgentValues {
  name: string;
  /** Its purpose. */
  description: string | null;
  status: AgentStatus;
  /** null: no restriction beyond policies. */
  permissions: readonly Permission[] | null;
}

export const AGENT = kindOf<AgentValues>({
  noun: 'agent',
  aNoun: 'an agent',
  nouns: 'agents',
  nameFault: agentNameFault,
  type: 'agent',
  table: 'svc.agents',
  columns: { name: 'text', description: 'text', status: 'text', permissions: 'jsonb' },
  defaults: { description: null, status: 'ACTIVE', permissions: null },
});

/** A fault for each new agent past the plan's count; stored agents give none. */
export function agentsPastPlan(
  given: readonly { name: string }[],
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

/** Pausing is the kill switch, and has entries of its own. */
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
  return [...AGENT.changes({ creates: plan.creates, updates }), ...statusChanges];
}

/**
 * A new agent counts, and so does a name: callers that give it were refused, or were another agent, before. An agent
 * that may do nothing lets nothing through.
 * @param resources by name
 */
export function looserAgent(
  { before, after }: { before: AgentValues | null; after: AgentValues | null },
  resources: ReadonlyMap<string, Pick<Resource, 'name' | 'classification'>>,
): LooserRecord[] {
  if (after === null || after.permissions?.length === 0) return [];
  const { permissions, status } = after;
  const of = { type: 'agent', name: before?.name ?? after.name } as const;
  if (before === null) return [{ ...of, field: 'created', before: null, after: { permissions, status } }];
  const looser: LooserRecord[] = [];
  if (after.name !== before.name) looser.push({ ...of, field: 'name', before: before.name, after: after.name });
  if (before.status !== status && status === 'ACTIVE') {
    looser.push({ ...of, field: 'status', before: before.status, after: status });
  }
  if (permitsMore(before.permissions, permissions, resources)) {
    looser.push({ ...of, field: 'permissions', before: before.permissions, after: permissions });
  }
  return looser;
}
