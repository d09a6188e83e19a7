// SPDX-License-Identifier: Apache-2.0
/** The routes of notifications. */

import type { NotificationChange } from '@svc/contract';
import { readNotificationSettings, updateNotificationSettings } from '../../../../organization/notices/index.ts';
import { type AppHandlers, heldChangerOf } from '../register.ts';

export const NOTIFICATIONS_ROUTES = {
  /** GET /notifications: who of the current organization is told of what. */
  readNotifications: async ({ pool }, _request, { organization }) => {
    return await readNotificationSettings(pool, organization.id);
  },

  /** PATCH /notifications: changes who of the current organization is told of what. */
  updateNotifications: async ({ pool }, request, person) => {
    const change = request.body as NotificationChange;
    return await updateNotificationSettings(pool, heldChangerOf(person, 'updateNotifications', change), change);
  },
} satisfies Partial<AppHandlers>;
