// SPDX-License-Identifier: Apache-2.0
/** GET /auth/session: whether the browser has a session's cookies, so that a visitor's first look is no error. */
import type { SessionPresence } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { isSignUpOpen } from '../../../../../organization/own-account/index.ts';
import { sharedProbe } from '../../../public/shared-probe.ts';
import { sessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerSessionRead(app: FastifyInstance, deps: AppRouteDeps): void {
  const isOpen = sharedProbe(() => isSignUpOpen(deps.pool, deps.signup));
  registerAnybody(app, deps, 'readSession', async (request): Promise<SessionPresence> => {
    const { access, refresh } = sessionCookies(request);
    const present = access !== null || refresh !== null;
    return { present, demo: deps.hasDemo, signUp: (await isOpen()) === true, mail: deps.hasMail };
  });
}
