// SPDX-License-Identifier: Apache-2.0
/** POST /auth/password/forgot: ask for a link by mail. */
import type { PasswordForgotten } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { forgetPassword } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerForgetPassword(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'forgetPassword', async (request, reply) => {
    const { email } = request.body as PasswordForgotten;
    await forgetPassword(deps, email, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
