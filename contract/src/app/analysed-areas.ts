// SPDX-License-Identifier: Apache-2.0
/** Areas of events that an analysis answers, as values: the app tells them in the language of the person. */
import { type Static, Type } from 'typebox';
import { CLASSIFICATIONS, DESTINATIONS, DLP_TYPES, EVENT_ACTIONS } from '../enums.ts';
import { nullable, nullableEnum, stringEnum } from '../schema.ts';

const CHOICE = ['only', 'all but'] as const;
const types = Type.Array(stringEnum(DLP_TYPES));

/** Events that meet all of it. */
export const AnalysedAreaSchema = Type.Object({
  agents: Type.Object({
    are: stringEnum(CHOICE, { description: 'All but: those that will be registered later too.' }),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        name: nullable(Type.String({ description: 'null: no registered agent has this id.' })),
      }),
    ),
  }),
  resources: Type.Array(
    Type.Object({
      classification: stringEnum(CLASSIFICATIONS),
      names: Type.Object({ are: stringEnum(CHOICE), items: Type.Array(Type.String()) }),
    }),
  ),
  actions: Type.Array(stringEnum(EVENT_ACTIONS)),
  destinations: Type.Array(nullableEnum(DESTINATIONS, { description: 'null: none is stated.' })),
  outsideBusinessHours: Type.Array(Type.Boolean()),
  hasOpenAnomaly: Type.Array(Type.Boolean()),
  records: Type.Object({
    isNotStated: Type.Boolean(),
    from: nullable(Type.Integer({ description: 'null: no number is in it. Both ends are included.' })),
    to: nullable(Type.Integer()),
  }),
  found: Type.Array(types, { description: 'At least one type of each list is found.' }),
  notFound: types,
  riskScore: Type.Object({ from: Type.Integer(), to: Type.Integer() }),
});
export type AnalysedArea = Static<typeof AnalysedAreaSchema>;
