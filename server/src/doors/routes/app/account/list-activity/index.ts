// SPDX-License-Identifier: Apache-2.0
/** GET /me/activity: the history of the person's account. */
import type { PageQuery } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { listActivity } from '../../../../../people/activity/index.ts';
import { pageOf, UUID_MARK } from '../../../../../platform/pagination/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerActivityList(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'listActivity', async (request, { user }) => {
    return await listActivity(deps.pool, user.id, pageOf(request.query as PageQuery, UUID_MARK));
  });
}
