// SPDX-License-Identifier: Apache-2.0
/** The scan of a text that a person gives: POST /texts/scan. Nothing of it is kept. */
import { type Static, Type } from 'typebox';
import { DLP_TYPES } from '../enums.ts';
import { CONTENT_CHARACTERS_MAX } from '../limits.ts';
import { strictObject, stringEnum } from '../schema.ts';

export const TextScanRequestSchema = strictObject({
  content: Type.String({ maxLength: CONTENT_CHARACTERS_MAX, description: 'Read as that of an event is.' }),
});
export type TextScanRequest = Static<typeof TextScanRequestSchema>;

export const TextScanSchema = Type.Object({
  types: Type.Array(
    Type.Object({
      type: stringEnum(DLP_TYPES),
      count: Type.Integer({ description: 'The number of findings of this type, at most 1,000.' }),
    }),
    { description: 'Each type found once, in the order of the list of types.' },
  ),
  findings: Type.Array(Type.Object({ type: stringEnum(DLP_TYPES), start: Type.Integer(), end: Type.Integer() }), {
    description: 'By position, in UTF-16 units of the content; `end` is behind it. They may overlap.',
  }),
});
export type TextScan = Static<typeof TextScanSchema>;
