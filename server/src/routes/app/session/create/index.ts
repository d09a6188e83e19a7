/** POST /auth/login: sign in. */
import type { LoginRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { requestAddress } from '../../../../http/index.ts';
import { signIn } from '../../../../sessions/index.ts';
import { setSessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signIn', async (request, reply) => {
    const { email, password } = request.body as LoginRequest;
    const address = requestAddress(request.raw, deps.trustedProxies);
    const { signedIn, tokens } = await signIn(deps, { email, password, address, nowMs: Date.now() });
    setSessionCookies(reply, tokens);
    return signedIn;
  });
}
