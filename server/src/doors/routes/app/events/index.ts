// SPDX-License-Identifier: Apache-2.0
/** The routes of events. */
import {
  type ContextErasure,
  type EventListQuery,
  HELD_DATA_PER_PERSON_AND_HOUR,
  type LgpdAnswerQuery,
} from '@svc/contract';
import { noteOpened } from '../../../../decisions/reviews/index.ts';
import { openLgpdAnswer } from '../../../../lifecycle/data-rights/index.ts';
import { languageOf } from '../../../../people/activity/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { EVENT_MARK, eraseContext, explainEvent, listEvents, waysOutOfEvent } from '../../../../record/events/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { goneSignal } from '../../gone-signal.ts';
import { clientOf } from '../client.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, countedAs, readerOf } from '../register.ts';
import { sendFile } from '../sent-file.ts';

export const EVENTS_ROUTES = {
  /** POST /events/{id}/erase-context: erase what the agent said about its act. */
  eraseEventContext: async ({ pool }, request, { user, organization }, reply) => {
    const eraser = { accountId: user.id, organizationId: organization.id };
    await eraseContext(pool, eraser, uuidParameter(request, 'id'), (request.body as ContextErasure).fields);
    return await reply.code(204).send();
  },

  /** GET /events/{id}/lgpd-answer: how a decision came about, for the person whom it concerns, as a page or JSON. */
  exportLgpdAnswer: async (deps, request, person, reply) => {
    const { format = 'html', language = null, contact = null, session } = request.query as LgpdAnswerQuery;
    const eventId = uuidParameter(request, 'id');
    await hitSharedWindow(deps.pool, ANSWER_RULE, `${person.organization.id}\0${countedAs(person)}`);
    const browserLanguage = languageOf(clientOf(request, deps)) ?? 'en';
    const asker = { ...changerOf(person), organizationName: person.organization.name, reader: readerOf(person) };
    const question = { eventId, format, language, browserLanguage, contact, isOfSession: session === 'true' };
    const file = { name: 'svc-lgpd-answer', ending: format, type: ANSWER_TYPES[format] };
    return await sendFile(deps, person, reply, file, () => openLgpdAnswer(deps, asker, question));
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
    const reader = { organizationId, role, groups: person.groups, accountId: person.user.id };
    const id = uuidParameter(request, 'id');
    const detail = await reads.run(readerOf(person), 'list', () => explainEvent(reads.pool, reader, id, archive));
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

const ANSWER_RULE = { name: 'lgpd-answer', hitsMax: HELD_DATA_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
const ANSWER_TYPES = { html: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' } as const;
