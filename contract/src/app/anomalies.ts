// SPDX-License-Identifier: Apache-2.0
/** Anomalies as people list and close them. */
import { type Static, Type } from 'typebox';
import { ANOMALY_KINDS, ANOMALY_SEVERITIES, ANOMALY_STATUSES } from '../enums.ts';
import { ANOMALY_NOTE_CHARACTERS_MAX, LIST_SEARCH_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, multilineText, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { pageProperties, sandboxProperty, searchedListOf } from './lists.ts';

export const AnomalyListQuerySchema = strictObject({
  ...pageProperties,
  status: Type.Optional(stringEnum(ANOMALY_STATUSES)),
  ...sandboxProperty,
  kind: Type.Optional(stringEnum(ANOMALY_KINDS)),
  severity: Type.Optional(stringEnum(ANOMALY_SEVERITIES)),
  agent: Type.Optional(
    Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Id, or the name that it had when it was opened.' }),
  ),
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'An anomaly id, or a part of the name of the agent or resource; letter case aside.',
    }),
  ),
});
export type AnomalyListQuery = Static<typeof AnomalyListQuerySchema>;

export const AnomalyItemSchema = Type.Object({
  id: uuid(),
  kind: stringEnum(ANOMALY_KINDS),
  severity: stringEnum(ANOMALY_SEVERITIES),
  status: stringEnum(ANOMALY_STATUSES, {
    description: 'While it is OPEN, decisions of its agent have 10 points more.',
  }),
  agent: Type.Object({ id: uuid(), name: Type.String({ description: 'When it was opened.' }) }),
  messageCode: Type.String(),
  messageParams: Type.Unsafe<Record<string, string | number | null>>({
    type: 'object',
    additionalProperties: true,
    description: 'The names and numbers of the message: texts, numbers or null.',
  }),
  message: Type.String({ description: 'English.' }),
  openedAt: dateTime(),
  closedAt: nullable(dateTime()),
  closedBy: nullable(
    Type.Object({ id: uuid(), name: nullable(Type.String({ description: 'null when the account is gone.' })) }),
  ),
  note: nullable(Type.String()),
});
export type AnomalyItem = Static<typeof AnomalyItemSchema>;

export const AnomalyListSchema = searchedListOf(AnomalyItemSchema);
export type AnomalyList = Static<typeof AnomalyListSchema>;

export const AnomalyClosingSchema = strictObject({
  note: Type.Optional(
    multilineText({ maxLength: ANOMALY_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no note.' }),
  ),
});
export type AnomalyClosing = Static<typeof AnomalyClosingSchema>;

export const AnomalyScanSchema = Type.Object({
  opened: Type.Array(AnomalyItemSchema, { description: 'The anomalies that this scan opened.' }),
  isComplete: Type.Boolean({
    description: 'False when more was recorded than one scan goes through: then nothing was compared yet.',
  }),
});
export type AnomalyScan = Static<typeof AnomalyScanSchema>;

export const AnomalyScanStateSchema = Type.Object({
  agentsCompared: Type.Integer({
    minimum: 0,
    description: 'Agents with enough history to be compared with: 3 active days and 50 events in the 14 days before.',
  }),
});
export type AnomalyScanState = Static<typeof AnomalyScanStateSchema>;
