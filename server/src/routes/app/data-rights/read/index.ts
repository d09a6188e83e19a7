/** GET /me/data-rights: what the person may export and delete. */
import type { DataRights } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerDataRightsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readDataRights', async (_request, { organization }): Promise<DataRights> => {
    return { export: true, deleteAccount: true, deleteOrganization: organization.role === 'OWNER' };
  });
}
