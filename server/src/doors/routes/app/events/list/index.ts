// SPDX-License-Identifier: Apache-2.0
/** GET /events: list events. */
import type { EventListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { pageOf } from '../../../../../platform/pagination/index.ts';
import { EVENT_MARK, listEvents } from '../../../../../record/events/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerEventsList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listEvents', async (request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as EventListQuery;
    const page = pageOf(request.query as EventListQuery, EVENT_MARK);
    return await listEvents(deps.reads, readerOf(person), filters, page);
  });
}
