// SPDX-License-Identifier: Apache-2.0
/** POST /auth/signup: make an account and an organization, and sign in. */
import type { SignupRequest } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { signUp } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import { setStartedCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSignUp(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signUp', async (request, reply) => {
    const { signedIn, tokens } = await signUp(
      deps,
      request.body as SignupRequest,
      clientOf(request, deps),
      deps.pool.clock.nowMs(),
    );
    setStartedCookies(reply, tokens);
    return await reply.code(201).send(signedIn);
  });
}
