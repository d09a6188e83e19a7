// SPDX-License-Identifier: Apache-2.0
/** The registered agent, action and resource that a question names. */
import { EVENT_ACTIONS, type EventAction, UUID_PATTERN } from '@svc/contract';
import { boundAgentOf } from '../../organization/callers/index.ts';
import type { ApiKeyRecord, OrganizationSnapshot } from '../../organization/organizations/index.ts';
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

/** @throws UnknownPart */
export function actionOf({ action: { name } }: Question): EventAction {
  const action = EVENT_ACTIONS.find((one) => one === name);
  if (action === undefined) throw new UnknownPart('action', name);
  return action;
}

/**
 * The agent by its name or id; the resource by its id or, where that is not registered, by its type.
 * @throws UnknownPart; ApiError 403 for a key that is bound to another agent, which learns of no other
 */
export function idsOf(
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  { subject, resource }: Question,
): { agentId: string; resourceId: string } {
  const named = UUID.test(subject.id) ? { agentId: subject.id } : { agent: subject.id };
  const agent =
    boundAgentOf(snapshot, key, named) ?? registered(snapshot.agentsByName, snapshot.agentsById, subject.id);
  if (agent === undefined) throw new UnknownPart('subject', subject.id);
  const { resourcesByName, resourcesById } = snapshot;
  const found =
    registered(resourcesByName, resourcesById, resource.id) ??
    registered(resourcesByName, resourcesById, resource.type);
  if (found === undefined) throw new UnknownPart('resource', resource.id);
  return { agentId: agent.id, resourceId: found.id };
}

function registered<Item>(
  byName: ReadonlyMap<string, Item>,
  byId: ReadonlyMap<string, Item>,
  name: string,
): Item | undefined {
  return UUID.test(name) ? byId.get(name.toLowerCase()) : byName.get(name);
}
