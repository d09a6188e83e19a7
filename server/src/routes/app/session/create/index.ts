/** POST /auth/login: sign in. */
import type { LoginRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { signIn } from '../../../../sessions/index.ts';
import { clientOf } from '../../client.ts';
import { setStartedCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionCreate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signIn', async (request, reply) => {
    const attempt = { ...(request.body as LoginRequest), client: clientOf(request, deps), nowMs: Date.now() };
    const { signedIn, tokens } = await signIn(deps, attempt);
    setStartedCookies(reply, tokens);
    return signedIn;
  });
}
