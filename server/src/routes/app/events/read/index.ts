/** GET /events/{id}: one event with its reasons. */
import type { FastifyInstance } from 'fastify';
import { explainEvent } from '../../../../events/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerEventsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readEventDetail', async (request, { organization }) => {
    const reader = { organizationId: organization.id, role: organization.role };
    return await explainEvent(deps.pool, reader, uuidParameter(request, 'id'));
  });
}
