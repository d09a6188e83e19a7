// SPDX-License-Identifier: Apache-2.0
/** POST /auth/passkey: sign in by a passkey alone. */
import type { PasskeySignIn } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { firstOrganization } from '../../../../../organization/own-account/index.ts';
import { signInByPasskey } from '../../../../../people/sessions/index.ts';
import { bySecret } from '../../by-secret.ts';
import { clientOf } from '../../client.ts';
import { setStartedCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerAnybody } from '../../register.ts';

export function registerPasskeysSignIn(app: FastifyInstance, deps: AppRouteDeps): void {
  registerAnybody(app, deps, 'signInByPasskey', async (request, reply) => {
    const { response: answer, organizationName } = request.body as PasskeySignIn;
    const client = clientOf(request, deps);
    const nowMs = deps.pool.clock.nowMs();
    const makeOrganization = firstOrganization(organizationName, { plan: deps.planDefault, nowMs });
    // An id is no secret: strangers who know one use up their own tries.
    const presented = { address: client.address, secret: `${client.address}\0${answer.id}` };
    const { signedIn, tokens } = await bySecret(deps, presented, () =>
      signInByPasskey(deps, { answer, client, nowMs, makeOrganization }),
    );
    setStartedCookies(reply, tokens);
    return signedIn;
  });
}
