// SPDX-License-Identifier: Apache-2.0
/** The smallest lawful changes after which a refused event would be allowed: GET /events/{id}/ways-out. */
import { type Static, Type } from 'typebox';
import { DLP_TYPES } from '../enums.ts';
import { stringEnum } from '../schema.ts';

const wayOut = Type.Object(
  {
    records: Type.Optional(
      Type.Object({ from: Type.Integer(), to: Type.Integer() }, { description: 'Any number of it, stated.' }),
    ),
    destination: Type.Optional(stringEnum(['INTERNAL'])),
    outsideBusinessHours: Type.Optional(Type.Unsafe<false>({ type: 'boolean', enum: [false] })),
    withoutFindings: Type.Optional(
      Type.Array(stringEnum(DLP_TYPES), { description: 'Types of data that must not be in the content.' }),
    ),
  },
  { description: 'Fields that are not there stay as they are.' },
);

export const EventWaysOutSchema = Type.Object({
  policySetVersion: Type.Integer({
    description: 'The version of the policies that were asked, which are the current ones.',
  }),
  allowedNow: Type.Boolean({ description: 'The same action would be allowed as it is.' }),
  complete: Type.Boolean({ description: 'false: more changes than can be tried; others may help too.' }),
  ways: Type.Array(wayOut, { description: 'With the fewest changes, nearest first.' }),
});
export type EventWaysOut = Static<typeof EventWaysOutSchema>;
