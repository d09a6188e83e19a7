// SPDX-License-Identifier: Apache-2.0
/** The routes of members. */
import { HELD_DATA_PER_PERSON_AND_HOUR, type MemberChange, type MemberListQuery } from '@svc/contract';
import { readHeldData } from '../../../../lifecycle/data-rights/index.ts';
import { changeRole, listMembers, readMadeByMember, removeMember } from '../../../../organization/members/index.ts';
import { MOMENT_MARK, pageOf } from '../../../../platform/pagination/index.ts';
import { hitSharedWindow } from '../../../../storage/limits/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, countedAs, readerOf } from '../register.ts';

export const MEMBERS_ROUTES = {
  /** GET /members/{id}/held: what the organization holds about one member, or about one who was. */
  readHeldData: async ({ pool, reads }, request, person) => {
    const accountId = uuidParameter(request, 'id');
    await hitSharedWindow(pool, RULE, `${person.organization.id}\0${countedAs(person)}`);
    return await reads.run(readerOf(person), 'list', () =>
      readHeldData(reads.pool, person.organization, accountId, pool.clock.nowMs()),
    );
  },

  /** GET /members: the members of the current organization. */
  listMembers: async ({ reads }, request, person) => {
    const { organization } = person;
    const { limit, cursor, ...query } = request.query as MemberListQuery;
    const given = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
    const of = { page: pageOf(given, MOMENT_MARK), asker: organization.role };
    return await reads.run(readerOf(person), 'list', () => listMembers(reads.pool, organization.id, query, of));
  },

  /** GET /members/{id}/made: the keys and webhooks that a member has made, and that go on without them. */
  readMadeByMember: async ({ pool }, request, { organization }) => {
    return await readMadeByMember(pool, organization.id, uuidParameter(request, 'id'));
  },

  /** DELETE /members/{id}: remove a member, or leave. */
  removeMember: async ({ pool }, request, { user, organization }, reply) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    await removeMember(pool, changer, uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },

  /** PATCH /members/{id}: give a member another role. */
  updateMember: async ({ pool }, request, { user, organization }) => {
    const changer = { accountId: user.id, organizationId: organization.id };
    const { role } = request.body as MemberChange;
    return await changeRole(pool, changer, uuidParameter(request, 'id'), role);
  },
} satisfies Partial<AppHandlers>;

const RULE = { name: 'held-data', hitsMax: HELD_DATA_PER_PERSON_AND_HOUR, windowSeconds: 3_600 };
