// SPDX-License-Identifier: Apache-2.0
/** GET /members: the members of the current organization. */
import type { MemberListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listMembers } from '../../../../../organization/members/index.ts';
import { MOMENT_MARK, pageOf } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { readerOf, registerSignedIn } from '../../register.ts';

export function registerMembersList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listMembers', async (request, person) => {
    const { organization } = person;
    const { limit, cursor, ...query } = request.query as MemberListQuery;
    const given = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
    const of = { page: pageOf(given, MOMENT_MARK), asker: organization.role };
    return await deps.reads.run(readerOf(person), 'list', () =>
      listMembers(deps.reads.pool, organization.id, query, of),
    );
  });
}
