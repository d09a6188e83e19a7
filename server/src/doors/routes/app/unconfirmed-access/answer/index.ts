// SPDX-License-Identifier: Apache-2.0
/** POST /me/unconfirmed-access: keep or end it. */
import type { AccessAnswer } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { answerAccess } from '../../../../../lifecycle/unconfirmed-access/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerUnconfirmedAccessAnswer(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'answerUnconfirmedAccess', async (request, { user }, reply) => {
    await answerAccess(deps, user.id, request.body as AccessAnswer);
    return await reply.code(204).send();
  });
}
