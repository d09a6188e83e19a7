// SPDX-License-Identifier: Apache-2.0
/** Routes that need an API key which may decide. The key is checked before the body is read. */
import type { FastifyRequest } from 'fastify';
import type { Access } from '../../organization/callers/index.ts';
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
