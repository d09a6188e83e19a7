// SPDX-License-Identifier: Apache-2.0
/** POST /me/password: change the password, and end other sessions. */
import type { PasswordChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerChangePassword(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'changePassword', async (request, person, reply) => {
    await changePassword(deps, person, request.body as PasswordChange, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
