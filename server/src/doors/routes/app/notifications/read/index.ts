// SPDX-License-Identifier: Apache-2.0
/** GET /notifications: who of the current organization is told of what. */
import type { FastifyInstance } from 'fastify';
import { readNotificationSettings } from '../../../../../organization/notices/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { registerSignedIn } from '../../register.ts';

export function registerNotificationsRead(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'readNotifications', async (_request, { organization }) => {
    return await readNotificationSettings(deps.pool, organization.id);
  });
}
