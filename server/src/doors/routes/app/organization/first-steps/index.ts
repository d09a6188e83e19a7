// SPDX-License-Identifier: Apache-2.0
/** GET /organization/first-steps: what the organization has of each thing that a fresh one needs. */
import type { FastifyInstance } from 'fastify';
import { readFirstSteps } from '../../../../../organization/organizations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerFirstSteps(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(
    app,
    deps,
    'readFirstSteps',
    async (_request, { organization, user }) => await readFirstSteps(deps.pool, organization.id, user.id),
  );
}
