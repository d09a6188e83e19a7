// SPDX-License-Identifier: Apache-2.0
/** The routes of grants. */
import type { GrantEnd, GrantListQuery } from '@svc/contract';
import { readGrantOutlook, readGrantProposals } from '../../../../decisions/reviews/index.ts';
import type { Person } from '../../../../people/sessions/index.ts';
import { pageOf } from '../../../../platform/pagination/index.ts';
import { eraseGrantNotes } from '../../../../record/audit/index.ts';
import { endGrant, GRANT_MARK, listGrants, readGrant } from '../../../../registry/grants/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, readerOf } from '../register.ts';

const readerWithRole = (person: Person) => ({ ...readerOf(person), role: person.organization.role });

export const GRANTS_ROUTES = {
  /** DELETE /grants/{id}: end a grant. */
  endGrant: async ({ pool }, request, person, reply) => {
    const { reason = '' } = request.body as GrantEnd;
    await endGrant(pool, changerOf(person), uuidParameter(request, 'id'), reason.trim() === '' ? null : reason);
    return await reply.code(204).send();
  },

  /** POST /grants/{id}/erase-notes: erase what people wrote as they made and ended a grant. */
  eraseGrantNotes: async ({ pool }, request, person, reply) => {
    await eraseGrantNotes(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** GET /grants/proposals: grants that would have answered many reviews. */
  readGrantProposals: async ({ reads }, _request, person) => await readGrantProposals(reads, readerOf(person)),

  /** GET /grants: list grants. */
  listGrants: async ({ reads }, request, person) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query as GrantListQuery;
    const page = pageOf(request.query as GrantListQuery, GRANT_MARK);
    return await listGrants(reads, readerWithRole(person), filters, page);
  },

  /** GET /grants/{id}: a grant. */
  readGrant: async ({ reads }, request, person) =>
    await readGrant(reads, readerWithRole(person), uuidParameter(request, 'id')),

  /** GET /reviews/{eventId}/grant: whether a grant may be made for the act, and what it would have answered. */
  readGrantOutlook: async ({ reads }, request, person) =>
    await readGrantOutlook(reads, readerOf(person), uuidParameter(request, 'eventId')),
} satisfies Partial<AppHandlers>;
