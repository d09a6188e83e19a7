// SPDX-License-Identifier: Apache-2.0
/** POST /me/mfa/recovery-codes: ten new recovery codes; the old ones end. */
import type { MfaConfirmation } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { remakeRecoveryCodes } from '../../../../../organization/own-account/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMfaReplaceRecoveryCodes(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'renewRecoveryCodes', async (request, person) => {
    return await remakeRecoveryCodes(deps, person, request.body as MfaConfirmation, clientOf(request, deps));
  });
}
