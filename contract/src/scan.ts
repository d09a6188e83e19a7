// SPDX-License-Identifier: Apache-2.0
/** The scan of a text that a caller gives: POST /v1/scan. Nothing of it is kept. */
import { type Static, Type } from 'typebox';
import { DLP_TYPES } from './enums.ts';
import { CONTENT_CHARACTERS_MAX } from './limits.ts';
import { nullable, strictObject, stringEnum } from './schema.ts';

export const ScanRequestSchema = strictObject(
  {
    content: Type.String({
      maxLength: CONTENT_CHARACTERS_MAX,
      description: 'Read as that of an event is; never stored.',
    }),
  },
  { $id: 'ScanRequest' },
);
export type ScanRequest = Static<typeof ScanRequestSchema>;

export const ScanResponseSchema = Type.Object(
  {
    types: Type.Array(stringEnum(DLP_TYPES), {
      description: 'Each type found once, in the order of the list of types.',
    }),
    findings: Type.Array(Type.Object({ type: stringEnum(DLP_TYPES), start: Type.Integer(), end: Type.Integer() }), {
      description:
        'By position, in UTF-16 units of the content; `end` is behind it. They may overlap. At most 1,000 of a type.',
    }),
    masked: nullable(
      Type.String({
        description: 'The content with `[TYPE]` for each finding; null where there are more than are told.',
      }),
    ),
  },
  { $id: 'ScanResponse' },
);
export type ScanResponse = Static<typeof ScanResponseSchema>;
