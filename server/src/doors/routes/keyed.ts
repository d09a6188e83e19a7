// SPDX-License-Identifier: Apache-2.0
/** Routes that need an API key which may decide. The key is checked before the body is read. */
import type { FastifyRequest } from 'fastify';
import { type Access, checkCaller } from '../../organization/callers/index.ts';
import { authenticateKey, type KeyAuthentication } from '../http/index.ts';

/** How a client authenticates (RFC 6750). */
export const CHALLENGE = 'Bearer realm="svc"';

export function withKey(deps: KeyAuthentication) {
  return {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      request.access = await authenticateKey(deps, request, { rate: 'events', permission: 'decide' });
    },
  };
}

export function accessOf({ access }: FastifyRequest): Access {
  if (access === null) throw new Error('a keyed route was reached without a key');
  return access;
}

/** The agent that a client names: undefined for a key that is bound to one, which needs no name. */
export async function agentUnlessBound(
  { pool, snapshots }: Pick<KeyAuthentication, 'pool' | 'snapshots'>,
  access: Access,
  named: string | undefined,
): Promise<string | undefined> {
  return await snapshots.underCurrentRules(access.organizationId, async (snapshot) => {
    const { agentId } = await checkCaller(snapshot, access, 'decide', pool.clock.nowMs());
    return agentId === null ? named : undefined;
  });
}
