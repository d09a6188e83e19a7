// SPDX-License-Identifier: Apache-2.0
/** POST /me/mfa/setup: a secret for an authenticator app; it counts once a code of it was shown. */
import type { FastifyInstance } from 'fastify';
import { setUpTotp } from '../../../../../people/factors/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMfaBeginSetup(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'setUpMfa', async (_request, { user }) => {
    return await setUpTotp(deps, user);
  });
}
