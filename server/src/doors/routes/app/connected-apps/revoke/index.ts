// SPDX-License-Identifier: Apache-2.0
/** DELETE /connected-apps/{id}: the connection ends, and its tokens with it. */
import type { FastifyInstance } from 'fastify';
import { revokeConnectedApp } from '../../../../../organization/oauth/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { uuidParameter } from '../../parameters.ts';
import { changerOf, registerSignedIn } from '../../register.ts';

export function registerConnectedAppsRevoke(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'revokeConnectedApp', async (request, person, reply) => {
    await revokeConnectedApp(deps.pool, changerOf(person), uuidParameter(request, 'id'));
    return await reply.code(204).send();
  });
}
