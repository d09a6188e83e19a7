// SPDX-License-Identifier: Apache-2.0
/**
 * Owns who is told of reviews, anomalies, changes and a used quota, and when. Its parts are the settings of an
 * organization, its quiet hours, whom a cause concerns, and one digest for a person at a time. It refuses to know the
 * words, and how a review is made or resolved.
 */

export { noteBudgets } from './budgets.ts';
export type { NoticesOptions } from './limits.ts';
export { prepareNotices } from './notices.ts';
export { noteQuotas } from './quota.ts';
export { readNotificationSettings, updateNotificationSettings } from './settings.ts';
