/** GET /events/{id}: one event with why. */
import type { FastifyInstance } from 'fastify';
import { explainEvent } from '../../../events/explain-event.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { uuidParameter } from '../parameters.ts';
import { registerSignedIn } from '../register.ts';

export function registerEventsDetail(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'readEventDetail', async (request, { organization }) => {
    const reader = { organizationId: organization.id, role: organization.role };
    return await explainEvent(using.pool, reader, uuidParameter(request, 'id'));
  });
}
