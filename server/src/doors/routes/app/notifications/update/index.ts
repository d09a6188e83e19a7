// SPDX-License-Identifier: Apache-2.0
/** PATCH /notifications: changes who of the current organization is told of what. */
import type { NotificationChange } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { updateNotificationSettings } from '../../../../../organization/notices/index.ts';
import type { AppRouteDeps } from '../../deps.ts';
import { heldChangerOf, registerSignedIn } from '../../register.ts';

export function registerNotificationsUpdate(app: FastifyInstance, deps: AppRouteDeps): void {
  registerSignedIn(app, deps, 'updateNotifications', async (request, person) => {
    const change = request.body as NotificationChange;
    return await updateNotificationSettings(deps.pool, heldChangerOf(person, 'updateNotifications', change), change);
  });
}
