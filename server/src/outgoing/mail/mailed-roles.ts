// SPDX-License-Identifier: Apache-2.0
/** The roles that an organization has its notices mailed to. */
import { NOTIFICATIONS, type NotificationName, type Role } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

export type MailedRoles = Readonly<Record<NotificationName, readonly Role[]>>;

/** A role is told of a review only where it may resolve it. */
const DEFAULTS: MailedRoles = {
  reviewPending: ['OWNER', 'ADMIN', 'MEMBER'],
  reviewExpiring: ['OWNER', 'ADMIN', 'MEMBER'],
  reviewEscalated: ['OWNER', 'ADMIN'],
  anomalyOpened: ['OWNER', 'ADMIN'],
  webhookDisabled: ['OWNER'],
  quotaReached: ['OWNER', 'ADMIN'],
  changeMade: ['OWNER'],
};

/** @param stored what the organization has set, by the name of the notice */
export function mailedRolesOf(stored: Readonly<Partial<Record<NotificationName, readonly Role[]>>>): MailedRoles {
  const roles = NOTIFICATIONS.map((name) => [name, stored[name] ?? DEFAULTS[name]] as const);
  return Object.fromEntries(roles) as unknown as MailedRoles;
}

export async function selectMailedRoles(transaction: Transaction, organizationId: string): Promise<MailedRoles> {
  const [row] = await transaction.query<{ mails: Partial<MailedRoles> }>(SELECT_MAILS, [organizationId]);
  return mailedRolesOf(row?.mails ?? {});
}

const SELECT_MAILS = `SELECT mails FROM svc.notice_settings WHERE organization_id = $1`;
