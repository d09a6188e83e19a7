// SPDX-License-Identifier: Apache-2.0
/** Identifies the agent and the resource of a request. */
import type { EventRequest } from '@svc/contract';
import { nearMisses } from '@svc/documents';
import { boundAgentOf } from '../../organization/callers/index.ts';
import type {
  AgentRecord,
  ApiKeyRecord,
  OrganizationSnapshot,
  ResourceRecord,
} from '../../organization/organizations/index.ts';
import { ApiError, invalid, quotedName } from '../../platform/errors/index.ts';

export type Subject = Pick<EventRequest, 'agent' | 'agentId' | 'resource' | 'resourceId'>;

/** The defaults for an agent or resource that the caller does not name. */
export interface Defaults {
  agentId: string | null;
  resourceId: string | null;
}

/**
 * The agent comes from the request, else from the key's binding, else from the defaults.
 * @throws ApiError 400 when none is named or two are, 403 when the key is bound to another, 404 when it is unknown
 */
export function identifyAgent(
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  subject: Subject,
  defaults: Defaults,
): AgentRecord {
  const bound = boundAgentOf(snapshot, key, subject);
  if (bound !== null) return bound;
  const agentId = subject.agentId ?? (subject.agent === undefined ? defaults.agentId : null);
  return identify('agent', snapshot.agentsByName, snapshot.agentsById, subject.agent, agentId ?? undefined);
}

/** The agent of a key, or the one that is named beside it. @throws ApiError as `identifyAgent` */
export function identifiedAgent(
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  agent: string | undefined,
): AgentRecord {
  return identifyAgent(snapshot, key, agent === undefined ? {} : { agent }, { agentId: null, resourceId: null });
}

/** @throws ApiError 400 when none is named or two are, 404 when it is unknown */
export function identifyResource(snapshot: OrganizationSnapshot, subject: Subject, defaults: Defaults): ResourceRecord {
  const resourceId = subject.resourceId ?? (subject.resource === undefined ? defaults.resourceId : null);
  const { resourcesByName, resourcesById } = snapshot;
  return identify('resource', resourcesByName, resourcesById, subject.resource, resourceId ?? undefined);
}

function identify<Item extends { id: string; name: string }>(
  what: 'agent' | 'resource',
  byName: ReadonlyMap<string, Item>,
  byId: ReadonlyMap<string, Item>,
  name: string | undefined,
  id: string | undefined,
): Item {
  if (name === undefined && id === undefined) throw invalid(what, `is required: give \`${what}\` or \`${what}Id\``);
  const named = name === undefined ? undefined : byName.get(name);
  if (name !== undefined && named === undefined) throw unknownName(what, name, byName.keys());
  const identified = id === undefined ? undefined : byId.get(id.toLowerCase());
  const found = identified ?? named;
  if (found === undefined || (id !== undefined && identified === undefined)) {
    throw new ApiError('not_found', { message: `The organization has no ${what} with the id ${id}.` });
  }
  if (named !== undefined && named !== found) {
    throw invalid(`${what}Id`, `names another ${what} than \`${what}\` does; give one of them`);
  }
  return found;
}

const GUESSES_MAX = 3;

/** A key that is bound to an agent never comes here for an agent: it learns the name of no other. */
function unknownName(what: string, name: string, known: Iterable<string>): ApiError {
  const guesses = nearMisses(name, known, GUESSES_MAX).map(quotedName).join(' or ');
  const question = guesses === '' ? 'Names are case-sensitive.' : `Did you mean ${guesses}?`;
  return new ApiError('not_found', { message: `The organization has no ${what} ${quotedName(name)}. ${question}` });
}
