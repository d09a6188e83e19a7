// SPDX-License-Identifier: Apache-2.0
/** The routes of groups. */
import type { GroupChange, GroupCreation, GroupListQuery } from '@svc/contract';
import { listGroups, makeGroup, removeGroup, updateGroup } from '../../../../organization/groups/index.ts';
import { pageOf, UUID_MARK } from '../../../../platform/pagination/index.ts';
import { uuidParameter } from '../parameters.ts';
import { type AppHandlers, changerOf, readerOf } from '../register.ts';

export const GROUPS_ROUTES = {
  /** GET /groups: the groups of the organization, each with the number of its members. */
  listGroups: async ({ reads }, request, person) => {
    const { q, ...query } = request.query as GroupListQuery;
    const page = pageOf(query, UUID_MARK);
    return await reads.run(readerOf(person), 'list', () => listGroups(reads.pool, person.organization.id, page, q));
  },

  /** POST /groups */
  createGroup: async ({ pool }, request, person, reply) => {
    return await reply.code(201).send(await makeGroup(pool, changerOf(person), request.body as GroupCreation));
  },

  /** PATCH /groups/{id}: name, value of the claim, and who is in it. */
  updateGroup: async ({ pool }, request, person) => {
    return await updateGroup(pool, changerOf(person), uuidParameter(request, 'id'), request.body as GroupChange);
  },

  /** DELETE /groups/{id} */
  deleteGroup: async ({ pool }, request, person, reply) => {
    await removeGroup(pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  },
} satisfies Partial<AppHandlers>;
