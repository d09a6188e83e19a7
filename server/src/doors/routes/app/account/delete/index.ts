// SPDX-License-Identifier: Apache-2.0
/** DELETE /me: delete the account, and the organizations in which the person is the only member. */
import type { AccountDeletion } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '../../../../../lifecycle/data-rights/index.ts';
import { clientOf } from '../../client.ts';
import { clearSessionCookies } from '../../cookies.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerAccountDelete(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'deleteAccount', async (request, person, reply) => {
    await deleteAccount(deps, person, request.body as AccountDeletion, clientOf(request, deps));
    clearSessionCookies(reply);
    return await reply.code(204).send();
  });
}
