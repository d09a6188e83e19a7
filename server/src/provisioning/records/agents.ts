/** Agents: who acts. Pausing one is the kill switch, and has audit entries of its own. */
import {
  ACTION_FAMILIES,
  AGENT_STATUSES,
  type AgentStatus,
  EVENT_ACTIONS,
  NAME_CHARACTERS_MAX,
  POLICY_RESOURCES,
} from '@svc/contract';
import type { Permission } from '@svc/core/verdict';
import type { Transaction } from '../../db/index.ts';
import { type Change, changesOf, type Identified, kept, planRecords, type RecordPlan } from '../apply/plan-records.ts';
import type { Fault } from '../faults.ts';
import { PERMISSIONS_MAX } from '../limits.ts';
import {
  agentName,
  list,
  nearMiss,
  nullable,
  optional,
  type Reader,
  type RecordOf,
  record,
  refined,
  required,
  text,
  uuid,
  word,
} from '../reading/index.ts';

/** @param resources names of the organization's resources in this file */
export function agentFields(resources: ReadonlySet<string>) {
  return {
    id: optional(uuid),
    name: required(agentName),
    status: optional(word(AGENT_STATUSES)),
    permissions: optional(nullable(list(permission(resources), PERMISSIONS_MAX))),
  };
}
export type AgentEntry = RecordOf<ReturnType<typeof agentFields>>;

function permission(resources: ReadonlySet<string>): Reader<Permission> {
  const fields = record({
    action: required(word([...ACTION_FAMILIES, ...EVENT_ACTIONS])),
    resource: required(permittedResource(resources)),
  });
  return refined(fields, ({ action, resource }) => ({ action, resource }));
}

function permittedResource(resources: ReadonlySet<string>): Reader<string> {
  const words: readonly string[] = POLICY_RESOURCES;
  return refined(text(NAME_CHARACTERS_MAX), (value, tell, label) => {
    if (words.includes(value) || resources.has(value)) return value;
    const meant = nearMiss(value, [...words, ...resources]);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    return tell(`${label} must be ANY, a classification or the name of a resource in this file${hint}`);
  });
}

export interface AgentValues {
  name: string;
  status: AgentStatus;
  permissions: readonly Permission[] | null;
}

export async function selectAgents(
  transaction: Transaction,
  organizationId: string,
): Promise<Map<string, Identified<AgentValues>>> {
  const rows = await transaction.query<Identified<AgentValues> & Record<string, unknown>>(SELECT_AGENTS, [
    organizationId,
  ]);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Every agent of the organization. */
const SELECT_AGENTS = `SELECT id, name, status, permissions FROM svc.agents WHERE organization_id = $1`;

export function planAgents(
  entries: readonly AgentEntry[],
  stored: ReadonlyMap<string, Identified<AgentValues>>,
  newId: () => string,
): RecordPlan<AgentValues> {
  return planRecords({
    noun: 'agent',
    entries,
    stored,
    keyOf: (entry) => entry.name,
    valuesOf: (entry, current) => ({
      name: entry.name,
      status: entry.status ?? current?.status ?? 'ACTIVE',
      permissions: kept<readonly Permission[], readonly Permission[]>(
        entry.permissions,
        current?.permissions,
        (permissions) => permissions,
      ),
    }),
    newId,
  });
}

/**
 * A fault for each new agent past the plan's count. Agents that are stored already stay, however many they are: only
 * making more is refused.
 * @param agentsMax null: no limit
 */
export function countFaults(
  entries: readonly AgentEntry[],
  stored: ReadonlyMap<string, unknown>,
  agentsMax: number | null,
): Fault[] {
  if (agentsMax === null) return [];
  const made = entries.filter((entry) => !stored.has(entry.name));
  const free = Math.max(0, agentsMax - stored.size);
  return made.slice(free).map(({ name, place }) => ({
    position: place.position,
    message: `the agent ${name} is past the ${agentsMax} agents of the plan (${stored.size} are stored already)`,
  }));
}

const STATUS_CHANGE: Record<AgentStatus, string> = { ACTIVE: 'agent.resumed', PAUSED: 'agent.paused' };

/** A change of status is told apart from a change of anything else. */
export function agentChanges(plan: RecordPlan<AgentValues>): Change[] {
  const describe = ({ name }: AgentValues) => ({ name });
  const statusChanges = plan.updates
    .filter(({ changedFields }) => changedFields.includes('status'))
    .map(({ record: { id, name, status } }) => ({
      kind: STATUS_CHANGE[status],
      subject: { type: 'agent', id },
      metadata: { name },
    }));
  const otherUpdates = plan.updates
    .map((update) => ({ ...update, changedFields: update.changedFields.filter((field) => field !== 'status') }))
    .filter(({ changedFields }) => changedFields.length > 0);
  return [...changesOf('agent', { ...plan, updates: otherUpdates }, describe), ...statusChanges];
}

/** Makes or changes agents, by id. The caller holds the head's lock, so nobody else does at the same time. */
export async function writeAgents(
  transaction: Transaction,
  organizationId: string,
  agents: readonly Identified<AgentValues>[],
  atMs: number,
): Promise<void> {
  if (agents.length === 0) return;
  await transaction.query(WRITE_AGENTS, [organizationId, new Date(atMs), JSON.stringify(agents)]);
}

/** A JSON null is stored as SQL NULL: no restriction. */
const WRITE_AGENTS = `
  INSERT INTO svc.agents (organization_id, id, name, status, permissions, created_at, updated_at)
  SELECT $1, d.id, d.name, d.status, NULLIF(d.permissions, 'null'::jsonb), $2, $2
  FROM json_to_recordset($3) AS d (id uuid, name text, status text, permissions jsonb)
  ON CONFLICT (organization_id, id) DO UPDATE SET
    status = excluded.status, permissions = excluded.permissions, updated_at = excluded.updated_at`;
