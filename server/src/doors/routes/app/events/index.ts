// SPDX-License-Identifier: Apache-2.0
/** The routes of events. */
import type { ContextErasure, EventListQuery } from '@svc/contract';
import { noteOpened } from '../../../../decisions/reviews/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { EVENT_MARK, eraseContext, explainEvent, listEvents, waysOutOfEvent } from '../../../../record/events/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, readerOf } from '../register.ts';

export const EVENTS_ROUTES = {
  /** POST /events/{id}/erase-context: erase what the agent said about its act. */
  eraseEventContext: async ({ pool }, request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseContext(pool, eraser, uuidParameter(request, 'id'), (request.body as ContextErasure).fields);
    return await reply.code(204).send();
  },

  /** GET /events: list events. */
  listEvents: async ({ reads }, request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as EventListQuery;
    const page = pageOf(request.query as EventListQuery, EVENT_MARK);
    return await listEvents(reads, readerOf(person), filters, page);
  },

  /** GET /events/{id}: one event with its reasons. The first look of an approver at a waiting review is noted. */
  readEventDetail: async ({ archive, pool, reads }, request, person) => {
    const { id: organizationId, role } = person.organization;
    const id = uuidParameter(request, 'id');
    const detail = await reads.run(readerOf(person), 'list', () =>
      explainEvent(reads.pool, { organizationId, role, accountId: person.user.id }, id, archive),
    );
    if (detail.review?.canResolve === true) await noteOpened(pool, organizationId, id);
    return detail;
  },

  /** GET /events/{id}/ways-out: the smallest lawful changes after which the action would be allowed now. */
  readEventWaysOut: async (deps, request, { organization }, reply) => {
    const id = uuidParameter(request, 'id');
    const { pool } = deps;
    const proofThreads = deps.proofThreads.until(goneSignal(reply));
    return await deps.snapshots.underCurrentRules(organization.id, async (snapshot) => {
      const answer = await waysOutOfEvent({ pool, proofThreads }, snapshot, id, pool.clock.nowMs());
      await deps.snapshots.assertCurrent(snapshot);
      return answer;
    });
  },
} satisfies Partial<AppHandlers>;
