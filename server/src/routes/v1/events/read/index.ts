/** GET /v1/events/{id}: read a decision. */
import { UUID_PATTERN } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { checkKey } from '../../../../api-keys/index.ts';
import { invalid } from '../../../../errors/index.ts';
import { readEvent } from '../../../../events/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

const UUID = new RegExp(UUID_PATTERN);

export function registerEventsRead(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'readEvent', {
    requirement: { rate: 'events' },
    async handler(request, access) {
      const { id } = request.params as { id: string };
      if (!UUID.test(id)) throw invalid('id', 'must be a UUID: 8-4-4-4-12 hexadecimal digits');
      const nowMs = Date.now();
      return await deps.snapshots.underCurrentRules(access.organizationId, (snapshot) => {
        const key = checkKey(snapshot, access.apiKeyId, access.address, nowMs);
        return readEvent(deps.pool, snapshot, key, id, nowMs);
      });
    },
  });
}
