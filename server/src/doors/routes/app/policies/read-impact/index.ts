// SPDX-License-Identifier: Apache-2.0
/** GET /policies/impact/{id}: the progress of an evaluation, and then its result. */
import type { FastifyInstance } from 'fastify';
import { readImpact } from '../../../../../record/impact/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPoliciesReadImpact(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readImpact', async (request, { organization }) => {
    return await readImpact(deps.pool, { organizationId: organization.id, id: uuidParameter(request, 'id') });
  });
}
