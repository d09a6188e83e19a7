// SPDX-License-Identifier: Apache-2.0
/** PATCH /me: the name and the language of the signed-in person. */
import type { MeChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateMe } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';
import { meOf } from '../me-of.ts';

export function registerMeUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateMe', async (request, person) => {
    await updateMe(deps.pool, person, request.body as MeChange, clientOf(request, deps));
    return await meOf(deps, person);
  });
}
