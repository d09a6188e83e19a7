// SPDX-License-Identifier: Apache-2.0
/** POST /me/passkeys/options: begin to add a passkey. */
import type { FastifyInstance } from 'fastify';
import { passkeyOptions } from '../../../../../people/factors/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerPasskeysBeginRegistration(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'passkeyOptions', async (_request, { user }) => {
    return await passkeyOptions(deps, user);
  });
}
