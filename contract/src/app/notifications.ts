// SPDX-License-Identifier: Apache-2.0
/** Who of an organization is told of what, and when. */
import { type Static, Type } from 'typebox';
import { ESCALATION_ROLES, NOTIFICATIONS, ROLES } from '../enums.ts';
import { ESCALATION_PERCENT_MAX, ESCALATION_PERCENT_MIN } from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';

const everyNotice = <Property>(make: () => Property) =>
  Object.fromEntries(NOTIFICATIONS.map((name) => [name, make()])) as Record<(typeof NOTIFICATIONS)[number], Property>;

const roles = () => Type.Array(stringEnum(ROLES), { uniqueItems: true, maxItems: ROLES.length });

const timeOfDay = () => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: '`HH:MM`.' });

const quietHours = { from: timeOfDay(), until: timeOfDay() };

const escalation = {
  afterPercent: Type.Integer({
    minimum: ESCALATION_PERCENT_MIN,
    maximum: ESCALATION_PERCENT_MAX,
    description: 'The share of the time of a review after which it is passed on, unless an approver opened it.',
  }),
  roles: Type.Array(stringEnum(ESCALATION_ROLES), {
    uniqueItems: true,
    minItems: 1,
    maxItems: ESCALATION_ROLES.length,
    description:
      'They may resolve it from then on; one that its policy leaves out only if an owner set this before it.',
  }),
  chatIntegrationId: nullable(uuid({ description: 'A second chat, which gets a message then.' })),
};
const incident = { description: 'The system that opens an incident then, and resolves it at the end of the review.' };
const ESCALATION_NOTE = 'The escalation of a LIVE review that no one opened. Null: no escalation.';

const properties = {
  chatIntegrationId: nullable(uuid({ description: 'The chat that gets a message for each review.' })),
  ticketIntegrationId: nullable(uuid({ description: 'The system that gets a ticket for each review.' })),
};

export const NotificationSettingsSchema = Type.Object({
  mails: Type.Object(everyNotice(roles), {
    description:
      'Roles that receive each mail. Review mails go only to roles that may resolve it. An empty list sends none.',
  }),
  ...properties,
  quietHours: nullable(
    Type.Object(quietHours, {
      description: 'Mails about reviews, anomalies and changes wait for the end. The hours may pass midnight.',
    }),
  ),
  escalation: nullable(
    Type.Object({ ...escalation, incidentIntegrationId: nullable(uuid(incident)) }, { description: ESCALATION_NOTE }),
  ),
  timeZone: Type.String({ description: 'The one of the organization, in which quiet hours count.' }),
  updatedAt: nullable(dateTime()),
});
export type NotificationSettings = Static<typeof NotificationSettingsSchema>;

/** Omitted fields, and notices that are left out, keep their value. */
export const NotificationChangeSchema = strictObject({
  mails: Type.Optional(strictObject(everyNotice(() => Type.Optional(roles())))),
  chatIntegrationId: Type.Optional(properties.chatIntegrationId),
  ticketIntegrationId: Type.Optional(properties.ticketIntegrationId),
  quietHours: Type.Optional(nullable(strictObject(quietHours))),
  escalation: Type.Optional(
    nullable(strictObject({ ...escalation, incidentIntegrationId: Type.Optional(nullable(uuid(incident))) })),
  ),
});
export type NotificationChange = Static<typeof NotificationChangeSchema>;
