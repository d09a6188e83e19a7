/** POST /auth/login: sign in. */
import type { LoginRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { requestAddress } from '../../../http/client-address.ts';
import { signIn } from '../../../sessions/index.ts';
import { setSessionCookies } from '../cookies.ts';
import type { AppRouteDependencies } from '../dependencies.ts';
import { registerAnybody } from '../register.ts';

export function registerAuthLogin(app: FastifyInstance, using: AppRouteDependencies): void {
  registerAnybody(app, using, 'signIn', async (request, reply) => {
    const { email, password } = request.body as LoginRequest;
    const address = requestAddress(request.raw, using.trustedProxies);
    const { signedIn, tokens } = await signIn(using, { email, password, address, nowMs: Date.now() });
    setSessionCookies(reply, tokens);
    return signedIn;
  });
}
