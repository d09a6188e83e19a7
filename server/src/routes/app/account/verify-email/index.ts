/** POST /auth/email/verify: use the link of a mail. */
import type { TokenRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { verifyEmail } from '../../../../people/index.ts';
import { bySecret } from '../../by-secret.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerVerifyEmail(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'verifyEmail', async (request, reply) => {
    const { token } = request.body as TokenRequest;
    const client = clientOf(request, deps);
    await bySecret(deps, { address: client.address, secret: token }, () => verifyEmail(deps, token, client));
    return await reply.code(204).send();
  });
}
