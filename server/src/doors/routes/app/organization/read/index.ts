// SPDX-License-Identifier: Apache-2.0
/** GET /organization: the settings of the current organization. */
import type { FastifyInstance } from 'fastify';
import { readOrganization } from '../../../../../organization/organizations/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerOrganizationRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readOrganization', async (_request, { organization }) => {
    const read = await readOrganization(deps.pool, organization.id);
    // The path of the address may hold a secret.
    return organization.role === 'MEMBER' ? { ...read, checkpointUrl: null } : read;
  });
}
