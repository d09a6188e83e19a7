// SPDX-License-Identifier: Apache-2.0
/** POST /auth/email/verify: use the link of a mail. */
import type { EmailVerification } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { verifyEmail } from '../../../../../organization/own-account/index.ts';
import { bySecret } from '../../by-secret.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { personIfAny, registerAnybody } from '../../register.ts';

export function registerVerifyEmail(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'verifyEmail', async (request, reply) => {
    const verification = request.body as EmailVerification;
    const by = { person: await personIfAny(deps, request), client: clientOf(request, deps) };
    const presented = { address: by.client.address, secret: verification.token };
    await bySecret(deps, presented, () => verifyEmail(deps, verification, by));
    return await reply.code(204).send();
  });
}
