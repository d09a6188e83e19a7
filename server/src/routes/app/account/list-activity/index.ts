/** GET /me/activity: the history of the person's account. */
import type { ActivityListQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { ACTIVITY_MARK, listActivity } from '../../../../accounts/index.ts';
import { pageOf } from '../../../../pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerActivityList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listActivity', async (request, { user }) => {
    return await listActivity(deps.pool, user.id, pageOf(request.query as ActivityListQuery, ACTIVITY_MARK));
  });
}
