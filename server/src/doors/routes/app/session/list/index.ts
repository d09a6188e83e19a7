// SPDX-License-Identifier: Apache-2.0
/** GET /me/sessions: where the person is signed in. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listSessions } from '../../../../../people/sessions/index.ts';
import { MOMENT_MARK, pageOf } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerSessionList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listSessions', async (request, { user, sessionId }) => {
    const page = pageOf(request.query as PageQuery, MOMENT_MARK);
    return await listSessions(deps.pool, { accountId: user.id, currentId: sessionId }, page);
  });
}
