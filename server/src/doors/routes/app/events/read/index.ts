// SPDX-License-Identifier: Apache-2.0
/** GET /events/{id}: one event with its reasons. The first look of an approver at a waiting review is noted. */
import type { FastifyInstance } from 'fastify';
import { noteOpened } from '../../../../../decisions/reviews/index.ts';
import { explainEvent } from '../../../../../record/events/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerEventsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readEventDetail', async (request, person) => {
    const { id: organizationId, role } = person.organization;
    const id = uuidParameter(request, 'id');
    const detail = await deps.reads.run(readerOf(person), 'list', () =>
      explainEvent(deps.reads.pool, { organizationId, role }, id),
    );
    if (detail.review?.canResolve === true) await noteOpened(deps.pool, organizationId, id);
    return detail;
  });
}
