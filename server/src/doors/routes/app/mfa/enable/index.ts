// SPDX-License-Identifier: Apache-2.0
/** POST /me/mfa/enable: turn the codes of the app on, and get recovery codes. */
import type { MfaEnabling } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { enableTotp } from '../../../../../people/factors/index.ts';
import { clientOf } from '../../client.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerMfaEnable(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'enableMfa', async (request, { user }) => {
    const { code } = request.body as MfaEnabling;
    return { recoveryCodes: await enableTotp(deps, user.id, code, clientOf(request, deps)) };
  });
}
