/** GET /events: list events. */
import type { EventListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { EVENT_MARK, listEvents } from '../../../events/list-events.ts';
import { pageOf } from '../../../page.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerEvents(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'listEvents', async (request, { organization }) => {
    const query = request.query as EventListQuery;
    return await listEvents(using.pool, organization.id, query, pageOf(query, EVENT_MARK));
  });
}
