/** POST /v1/events: decide an action. */
import type { EventRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { decideAndRecord, NO_ROUTE } from '../../../../decide/index.ts';
import { idempotencyKeyOf } from '../../../../http/index.ts';
import { registerKeyed } from '../../../register.ts';
import type { RouteDeps } from '../../deps.ts';

export function registerEventsCreate(app: FastifyInstance, deps: RouteDeps): void {
  registerKeyed(app, deps, 'decideEvent', {
    requirement: { rate: 'events' },
    async handler(request, access, reply) {
      const body = request.body as EventRequest;
      const { decision, isReplay } = await decideAndRecord(deps, {
        access,
        endpoint: 'events',
        idempotencyKey: idempotencyKeyOf(request),
        body,
        action: body.action,
        event: body,
        loadRoute: () => NO_ROUTE,
      });
      if (isReplay) reply.header('idempotent-replay', 'true');
      return decision;
    },
  });
}
