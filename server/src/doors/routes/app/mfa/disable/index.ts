// SPDX-License-Identifier: Apache-2.0
/** POST /me/mfa/disable: turn the codes of the app off. */
import type { MfaConfirmation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { turnOffTotp } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMfaDisable(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'disableMfa', async (request, person, reply) => {
    await turnOffTotp(deps, person, request.body as MfaConfirmation, clientOf(request, deps));
    return await reply.code(204).send();
  });
}
