// SPDX-License-Identifier: Apache-2.0
/** POST /auth/password/reset: set a password by the link of a mail. */
import type { PasswordReset } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { resetPassword } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerResetPassword(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'resetPassword', async (request, reply) => {
    await resetPassword(deps, request.body as PasswordReset, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
