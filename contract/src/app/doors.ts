// SPDX-License-Identifier: Apache-2.0
/** The doors of an organization: when each was last used. */
import { type Static, Type } from 'typebox';
import { DOORS } from '../doors.ts';
import { dateTime, nullable, strictObject, stringEnum } from '../schema.ts';
import { sandboxProperty } from './lists.ts';
import { type AppOperation, EVERY_MEMBER } from './operation.ts';

const use = Type.Object({
  door: stringEnum(DOORS),
  lastAt: dateTime({ description: 'Time of the last decision, within some seconds.' }),
  lastStoppedAt: nullable(dateTime({ description: 'Time of the last REVIEW or BLOCK.' })),
  events: Type.Integer({ description: 'Number of decisions.' }),
});
export type DoorUse = Static<typeof use>;

export const DoorUsesQuerySchema = strictObject(sandboxProperty);
export type DoorUsesQuery = Static<typeof DoorUsesQuerySchema>;

export const DoorUsesSchema = Type.Object({
  doors: Type.Array(use, { description: 'Doors that were used.' }),
});

export const DOOR_OPERATIONS = {
  listDoorUses: {
    method: 'GET',
    path: '/doors',
    who: EVERY_MEMBER,
    query: DoorUsesQuerySchema,
    body: null,
    success: { status: 200, body: DoorUsesSchema },
  },
} as const satisfies Record<string, AppOperation>;
