// SPDX-License-Identifier: Apache-2.0
/** POST /auth/demo: enter the demo, to look at it. */
import type { FastifyInstance } from 'fastify';
import { enterDemo } from '../../../../../lifecycle/demo/index.ts';
import { clientOf } from '../../client.ts';
import { setVisitCookie } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionEnterDemo(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'enterDemo', async (request, reply) => {
    const { signedIn, token } = await enterDemo(
      deps.pool,
      deps.hasDemo,
      clientOf(request, deps),
      deps.pool.clock.nowMs(),
    );
    setVisitCookie(reply, token);
    return signedIn;
  });
}
