// SPDX-License-Identifier: Apache-2.0
/** The values of the form, and what is sent of them. */
import type { NotificationChange, NotificationName, NotificationSettings, Role } from '@svc/contract';

export type EscalationRole = NonNullable<NotificationSettings['escalation']>['roles'][number];

export interface Values {
  /** Empty: none. */
  chat: string;
  ticket: string;
  mails: Readonly<Record<NotificationName, readonly Role[]>>;
  /** The share of the time; empty: never. */
  escalateAfter: string;
  escalateTo: readonly EscalationRole[];
  secondChat: string;
  incidents: string;
  quiet: string;
  from: string;
  until: string;
}

const EVENING = { from: '22:00', until: '07:00' };

export function valuesOf(settings: NotificationSettings): Values {
  const { chatIntegrationId, ticketIntegrationId, mails, quietHours, escalation } = settings;
  return {
    chat: chatIntegrationId ?? '',
    ticket: ticketIntegrationId ?? '',
    mails,
    escalateAfter: escalation === null ? '' : String(escalation.afterPercent),
    escalateTo: escalation?.roles ?? ['OWNER'],
    secondChat: escalation?.chatIntegrationId ?? '',
    incidents: escalation?.incidentIntegrationId ?? '',
    quiet: quietHours === null ? 'no' : 'yes',
    ...(quietHours ?? EVENING),
  };
}

/** Unchanged notices are not sent: a later service may have some that this app does not know. */
export function bodyOf(values: Values, stored: NotificationSettings): NotificationChange {
  const { chat, ticket, mails, escalateAfter, escalateTo, secondChat, incidents, quiet, from, until } = values;
  return {
    mails: Object.fromEntries(
      Object.entries(mails).filter(([name, roles]) => !isSame(roles, stored.mails[name as NotificationName])),
    ),
    chatIntegrationId: chat === '' ? null : chat,
    ticketIntegrationId: ticket === '' ? null : ticket,
    escalation:
      escalateAfter === ''
        ? null
        : {
            afterPercent: Number(escalateAfter),
            roles: [...escalateTo],
            chatIntegrationId: secondChat === '' ? null : secondChat,
            incidentIntegrationId: incidents === '' ? null : incidents,
          },
    quietHours: quiet === 'yes' ? { from: from.trim(), until: until.trim() } : null,
  };
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text.trim());

export const changesBetween = (saved: Values, entered: Values): number =>
  (Object.keys(saved) as (keyof Values)[]).filter((name) => !isSame(saved[name], entered[name])).length;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
