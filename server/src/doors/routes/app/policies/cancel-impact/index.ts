// SPDX-License-Identifier: Apache-2.0
/** DELETE /policies/impact/{id}: cancel an evaluation that is under way. */
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesCancelImpact(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'cancelImpact', async (request, { organization }, reply) => {
    await deps.impacts.cancel({ organizationId: organization.id, id: uuidParameter(request, 'id') });
    return await reply.code(204).send();
  });
}
