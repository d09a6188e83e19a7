// SPDX-License-Identifier: Apache-2.0
/** POST /auth/passkey/options: begin to sign in by a passkey. */
import type { FastifyInstance } from 'fastify';
import { passkeySignInOptions } from '../../../../../people/factors/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerPasskeysBeginSignIn(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'passkeySignInOptions', async (request) => {
    return await passkeySignInOptions(deps, clientOf(request, deps));
  });
}
