// SPDX-License-Identifier: Apache-2.0
/** The data that an organization holds about one member, by the categories of the record of processing. */

import { type Static, type TProperties, Type } from 'typebox';
import { NOTIFICATIONS, ROLES } from '../enums.ts';
import { DIRECTORY_PERSON } from '../export-parts.ts';
import { HELD_ITEMS_MAX } from '../limits.ts';
import { dateTime, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';

export const HELD_DATA_FORMAT = 'svc.held-data/v1';

/** The end of a category. */
export const HELD_UNTIL = [
  'MEMBERSHIP_ENDS',
  'DIRECTORY_DELETES',
  'SESSION_ENDS',
  'INVITATION_ENDS',
  'LINK_ENDS',
  'CONNECTION_ENDED',
  'MAIL_SENT',
  'MADE',
  'ACCOUNT_DELETED',
  'EVENT_EXPIRES',
  'RECORD_DELETED',
  'ORGANIZATION_DELETED',
] as const;
export type HeldUntil = (typeof HELD_UNTIL)[number];

/** Data that the answer leaves out: they are of the account, whose person exports them, or are not stored. */
export const NOT_SHOWN = [
  'OTHER_ORGANIZATIONS',
  'PASSWORD_AND_FACTORS',
  'BROWSERS_AND_ADDRESSES',
  'ACCOUNT_ACTIVITY',
  'CONTENT_OF_ACTIONS',
] as const;

const keptProperties = {
  until: stringEnum(HELD_UNTIL),
  days: nullable(
    Type.Integer({ description: 'Days until the end, or after it; null: that moment alone, or no limit by the plan.' }),
  ),
};

const held = <Properties extends TProperties>(properties: Properties) =>
  strictObject({
    kept: strictObject(keptProperties),
    total: Type.Integer(),
    items: Type.Array(strictObject(properties), { description: `The newest, at most ${HELD_ITEMS_MAX}.` }),
  });

const entry = { seq: Type.Integer({ description: 'Number of the audit entry.' }), at: dateTime(), kind: Type.String() };
const named = { id: uuid(), name: Type.String() };

export const HeldDataSchema = strictObject({
  format: stringEnum([HELD_DATA_FORMAT]),
  readAt: dateTime(),
  organization: strictObject(named),
  person: strictObject({
    id: uuid({ description: 'Id of the account.' }),
    isMember: Type.Boolean({ description: 'False for one who left or was removed; then all but the id is null.' }),
    name: nullable(Type.String()),
    email: nullable(Type.String()),
    role: nullableEnum(ROLES),
    joinedAt: nullable(dateTime()),
    secondFactor: nullable(Type.Boolean()),
    notifications: nullable(
      Type.Object(
        Object.fromEntries(NOTIFICATIONS.map((name) => [name, Type.Boolean()])) as Record<
          (typeof NOTIFICATIONS)[number],
          ReturnType<typeof Type.Boolean>
        >,
        { description: 'The mails that the person wants.' },
      ),
    ),
    kept: strictObject(keptProperties),
  }),
  roleChanges: held({ ...entry, role: nullableEnum(ROLES), before: nullableEnum(ROLES) }),
  sessions: held({ createdAt: dateTime(), lastUsedAt: dateTime() }),
  reviews: held({
    eventId: uuid(),
    status: Type.String(),
    decidedAt: dateTime(),
    role: nullableEnum(ROLES),
    channel: nullable(Type.String()),
    note: nullable(Type.String()),
  }),
  grants: held({
    id: uuid(),
    madeAt: dateTime(),
    endedAt: nullable(dateTime()),
    note: nullable(Type.String()),
    endNote: nullable(Type.String({ description: 'Why the person ended it.' })),
  }),
  changes: held({ ...entry, subjectType: Type.String(), subjectId: Type.String() }),
  changeKinds: Type.Array(strictObject({ kind: Type.String(), count: Type.Integer() }), {
    description: 'How many changes of each kind, the most frequent first.',
  }),
  pauses: held({ agent: strictObject(named), status: Type.String(), at: dateTime(), reason: nullable(Type.String()) }),
  anomalies: held({ id: uuid(), kind: Type.String(), closedAt: dateTime(), note: nullable(Type.String()) }),
  apiKeys: held({ ...named, createdAt: dateTime() }),
  impacts: held({ id: uuid(), createdAt: dateTime() }),
  connectedApps: held({
    ...named,
    host: Type.String(),
    scopes: Type.Array(Type.String()),
    createdAt: dateTime(),
    lastUsedAt: nullable(dateTime()),
    endedAt: nullable(dateTime()),
  }),
  chatUsers: held({ integration: Type.String(), team: Type.String(), user: Type.String(), createdAt: dateTime() }),
  directories: held({ issuer: Type.String(), subject: Type.String(), createdAt: dateTime(), signedInAt: dateTime() }),
  provisioned: held({
    ...DIRECTORY_PERSON,
    createdAt: dateTime(),
    updatedAt: dateTime(),
  }),
  groups: held({ ...named, createdAt: dateTime() }),
  signingKeys: held({ id: uuid(), createdAt: dateTime() }),
  invitations: held({
    id: uuid(),
    email: Type.String(),
    role: stringEnum(ROLES),
    createdAt: dateTime(),
    expiresAt: dateTime(),
  }),
  mails: held({ kind: Type.String(), at: dateTime(), endedAt: nullable(dateTime()) }),
  exports: held(entry),
  notShown: Type.Array(stringEnum(NOT_SHOWN)),
});
export type HeldData = Static<typeof HeldDataSchema>;
/** The categories that are lists. */
export type HeldCategory = {
  [Name in keyof HeldData]: HeldData[Name] extends { items: unknown[] } ? Name : never;
}[keyof HeldData];
