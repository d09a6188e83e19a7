// SPDX-License-Identifier: Apache-2.0
/** The one agent that a bound key acts as. A key that is bound to no agent acts as any agent of its organization. */
import type { EventRequest } from '@svc/contract';
import { ApiError } from '../../platform/errors/index.ts';
import type { AgentRecord, ApiKeyRecord, OrganizationSnapshot } from '../organizations/index.ts';

/**
 * @param named the agent that the request names, if any
 * @returns null for a key that is bound to no agent
 * @throws ApiError 403 when the request names another agent, 404 when the key's agent no longer exists
 */
export function boundAgentOf(
  snapshot: OrganizationSnapshot,
  key: ApiKeyRecord,
  named: Pick<EventRequest, 'agent' | 'agentId'>,
): AgentRecord | null {
  if (key.agentId === null) return null;
  const bound = snapshot.agentsById.get(key.agentId);
  if (bound === undefined) {
    throw new ApiError('not_found', { message: 'The agent of this API key no longer exists.' });
  }
  // The answer does not depend on which other agents exist: the names are compared before any look-up.
  const isOtherName = named.agent !== undefined && named.agent !== bound.name;
  const isOtherId = named.agentId !== undefined && named.agentId.toLowerCase() !== bound.id;
  if (isOtherName || isOtherId) throw boundToAnother();
  return bound;
}

/** @throws ApiError 403 when the key is bound to another agent than the one whose record is read */
export function checkReadableAgent(key: ApiKeyRecord, agentId: string): void {
  if (key.agentId !== null && key.agentId !== agentId) throw boundToAnother();
}

function boundToAnother(): ApiError {
  return new ApiError('forbidden', { message: 'This API key is bound to another agent.' });
}
