// SPDX-License-Identifier: Apache-2.0
/** DELETE /organization: end the current organization and everything in it. */
import type { OrganizationDeletion } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { deleteOrganization } from '../../../../../lifecycle/data-rights/index.ts';
import { clientOf } from '../../client.ts';
import { clearSessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerOrganizationDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteOrganization', async (request, person, reply) => {
    const deletion = request.body as OrganizationDeletion;
    const { isLast } = await deleteOrganization(deps, person, deletion, clientOf(request, deps));
    // Without another organization the session has ended.
    if (isLast) clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
