// SPDX-License-Identifier: Apache-2.0
/** The registered agent, action and resource that a question names. */
import { type Destination, EVENT_ACTIONS, type EventAction, UUID_PATTERN } from '@svc/contract';
import { readCall } from '@svc/core/tool-rules';
import { boundAgentOf } from '../../organization/callers/index.ts';
import type { AgentRecord, ApiKeyRecord, OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError, quotedName } from '../../platform/errors/index.ts';
import type { Question } from './question.ts';

type Part = 'subject' | 'action' | 'resource';

/** A part of the question names nothing that is registered: it is denied, and nothing is recorded. */
export class UnknownPart extends ApiError {
  readonly part: Part;

  constructor(part: Part, name: string) {
    const shown = quotedName(name.slice(0, NAME_SHOWN_CHARACTERS_MAX));
    super('not_found', { message: `The ${part} ${shown} is not known to the organization.` });
    this.part = part;
  }
}

const NAME_SHOWN_CHARACTERS_MAX = 100;
const UUID = new RegExp(UUID_PATTERN);

/** The act that a question is about, as the decision path takes it. */
export interface NamedAct {
  agentId: string;
  resourceId: string;
  action: EventAction;
  destination: Destination | null;
  recordsAffected: number | null;
}

/**
 * The agent by its name or id; the resource by its id or, where that is not registered, by its type. For the name of a
 * tool, the tool rules say the action, and may say resource and destination: they win.
 * @throws UnknownPart; ApiError 403 for a key that is bound to another agent, which learns of no other
 */
export function actOf(snapshot: OrganizationSnapshot, key: ApiKeyRecord, question: Question): NamedAct {
  const { subject, resource, recordsAffected } = question;
  const named = UUID.test(subject.id) ? { agentId: subject.id } : { agent: subject.id };
  const agent =
    boundAgentOf(snapshot, key, named) ?? registered(snapshot.agentsByName, snapshot.agentsById, subject.id);
  if (agent === undefined) throw new UnknownPart('subject', subject.id);
  const ruled = ruledBy(snapshot, agent, question.action.name);
  const { resourcesByName, resourcesById } = snapshot;
  const names = ruled.resource === null ? [resource.id, resource.type] : [ruled.resource];
  const [found] = names.flatMap((name) => registered(resourcesByName, resourcesById, name) ?? []);
  if (found === undefined) throw new UnknownPart('resource', names[0] ?? '');
  return {
    agentId: agent.id,
    resourceId: found.id,
    action: ruled.action,
    destination: ruled.destination ?? question.destination,
    recordsAffected,
  };
}

/** A tool that the rules do not ask about is no act to record: it is denied as an unknown one. */
function ruledBy(
  { toolRules }: OrganizationSnapshot,
  agent: AgentRecord,
  name: string,
): { action: EventAction; resource: string | null; destination: Destination | null } {
  const action = EVENT_ACTIONS.find((one) => one === name);
  if (action !== undefined) return { action, resource: null, destination: null };
  const sets = toolRules.map(({ compiled }) => compiled);
  // The arguments of a tool are in no question: its facts come from the properties.
  const reading = readCall(sets, agent.name, name, undefined);
  if (reading.kind !== 'ACT') throw new UnknownPart('action', name);
  return reading;
}

function registered<Item>(
  byName: ReadonlyMap<string, Item>,
  byId: ReadonlyMap<string, Item>,
  name: string,
): Item | undefined {
  return UUID.test(name) ? byId.get(name.toLowerCase()) : byName.get(name);
}
