// SPDX-License-Identifier: Apache-2.0
/** POST /v1/events: decide an action. */
import type { EventRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { decideEventAs } from '../../../../../decisions/machine-api/index.ts';
import { idempotencyKeyOf } from '../../../../http/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerEventsCreate(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'decideEvent', {
    rate: 'events',
    async handler(request, access, reply) {
      const asked = { request: request.body as EventRequest, idempotencyKey: idempotencyKeyOf(request) };
      const { decision, isReplay } = await decideEventAs(deps, access, asked);
      if (isReplay) reply.header('idempotent-replay', 'true');
      return decision;
    },
  });
}
