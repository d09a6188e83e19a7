// SPDX-License-Identifier: Apache-2.0
/** Finds everything that an agent may do without a review, in the thread for proofs. Records nothing. */
import type { AgentAccess } from '@svc/contract';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import type { Proofs } from './proof-threads.ts';
import type { FaultLog } from './prove-policies.ts';
import { worldOf } from './world.ts';
import { writable } from './writable.ts';

/** @throws ApiError 404 for no agent of the organization; 400 for sets that take too long; 429 and 503 */
export async function accessOfAgent(
  { threads, log }: { threads: Proofs; log: FaultLog },
  snapshot: OrganizationSnapshot,
  agentId: string,
  nowMs: number,
): Promise<AgentAccess> {
  const { organizationId, policySetVersion, policies } = snapshot;
  if (!snapshot.agentsById.has(agentId)) throw new ApiError('not_found', { message: 'There is no such agent.' });
  const stored = policies.map(({ id, text }) => ({ id, text }));
  const { isUnconfirmed, areas, ...found } = await threads.access(organizationId, {
    kind: 'access',
    stored,
    agentId,
    ...worldOf(snapshot),
    nowMs,
  });
  if (isUnconfirmed) log.error({ organizationId, policySetVersion }, 'an access does not agree with the engine');
  return { policySetVersion, ...found, areas: areas.map(writable) };
}
