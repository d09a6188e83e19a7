/** GET /organization: the settings of the current organization. */
import type { FastifyInstance } from 'fastify';
import { readOrganization } from '../../../tenant/read-organization.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerSignedIn } from '../register.ts';

export function registerOrganization(app: FastifyInstance, using: AppRouteDependencies): void {
  registerSignedIn(app, using, 'readOrganization', async (_request, { organization }) => {
    return await readOrganization(using.pool, organization.id);
  });
}
