/** GET /events: list events. */
import type { EventListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { EVENT_MARK, listEvents } from '../../../../events/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerEventsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listEvents', async (request, { organization }) => {
    const query = request.query as EventListQuery;
    return await listEvents(deps.pool, organization.id, query, pageOf(query, EVENT_MARK));
  });
}
