// SPDX-License-Identifier: Apache-2.0
/** The routes of mfa. */

import type { MfaConfirmation, MfaEnabling } from '@svc/contract';
import { remakeRecoveryCodes, turnOffTotp } from '../../../../organization/own-account/index.ts';
import { enableTotp, setUpTotp } from '../../../../people/factors/index.ts';
import { clientOf } from '../client.ts';
import type { AppHandlers } from '../register.ts';

export const MFA_ROUTES = {
  /** POST /me/mfa/setup: a secret for an authenticator app; it counts once a code of it was shown. */
  setUpMfa: async (deps, _request, { user }) => {
    return await setUpTotp(deps, user);
  },

  /** POST /me/mfa/disable: turn the codes of the app off. */
  disableMfa: async (deps, request, person, reply) => {
    await turnOffTotp(deps, person, request.body as MfaConfirmation, clientOf(request, deps));
    return await reply.code(204).send();
  },

  /** POST /me/mfa/enable: turn the codes of the app on, and get recovery codes. */
  enableMfa: async (deps, request, { user }) => {
    const { code } = request.body as MfaEnabling;
    return { recoveryCodes: await enableTotp(deps, user.id, code, clientOf(request, deps)) };
  },

  /** POST /me/mfa/recovery-codes: ten new recovery codes; the old ones end. */
  renewRecoveryCodes: async (deps, request, person) => {
    return await remakeRecoveryCodes(deps, person, request.body as MfaConfirmation, clientOf(request, deps));
  },
} satisfies Partial<AppHandlers>;
