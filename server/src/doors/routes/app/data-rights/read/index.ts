// SPDX-License-Identifier: Apache-2.0
/** GET /me/data-rights: what the person may export and delete. */
import type { DataRights } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerDataRightsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readDataRights', async (_request, person): Promise<DataRights> => {
    const { isDemo, organization } = person;
    // A visitor of the demo has no account to take along or to end.
    return { export: !isDemo, deleteAccount: !isDemo, deleteOrganization: !isDemo && organization.role === 'OWNER' };
  });
}
