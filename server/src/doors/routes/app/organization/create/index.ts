// SPDX-License-Identifier: Apache-2.0
/** POST /organizations: make a further organization, as its owner. */
import type { OrganizationCreation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { createOwnOrganization } from '../../../../../organization/members/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerOrganizationCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'createOrganization', async (request, { user }, reply) => {
    const creation = request.body as OrganizationCreation;
    const made = await createOwnOrganization(deps.pool, user.id, creation, {
      plan: deps.planDefault,
      nowMs: deps.pool.clock.nowMs(),
    });
    return await reply.code(201).send(made);
  });
}
