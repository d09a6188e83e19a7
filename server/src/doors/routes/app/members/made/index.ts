// SPDX-License-Identifier: Apache-2.0
/** GET /members/{id}/made: the keys and webhooks that a member has made, and that go on without them. */
import type { FastifyInstance } from 'fastify';
import { readMadeByMember } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMembersMade(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readMadeByMember', async (request, { organization }) => {
    return await readMadeByMember(deps.pool, organization.id, uuidParameter(request, 'id'));
  });
}
