// SPDX-License-Identifier: Apache-2.0
/** GET /me/unconfirmed-access: what another person may have made, and waits for an answer. */
import type { FastifyInstance } from 'fastify';
import { readUnconfirmedAccess } from '../../../../../lifecycle/unconfirmed-access/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerUnconfirmedAccessRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readUnconfirmedAccess', async (_request, { user }) => {
    return await readUnconfirmedAccess(deps.pool, user.id);
  });
}
