// SPDX-License-Identifier: Apache-2.0
/** The difference that a proposed change of the policies makes, for every event: POST /policies/difference. */
import { type Static, Type } from 'typebox';
import { DEAD_CAUSES } from '../policy-analysis.ts';
import { PolicyDifferenceSchema } from '../policy-difference.ts';
import { nullable, nullableEnum, strictObject } from '../schema.ts';
import { AnalysedAreaSchema } from './analysed-areas.ts';
import { proposalProperties } from './policies.ts';

export const AppPolicyDifferenceRequestSchema = strictObject({
  ...proposalProperties,
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Instead of both: the set as it was at this version, as a restore takes it.',
    }),
  ),
});
export type AppPolicyDifferenceRequest = Static<typeof AppPolicyDifferenceRequestSchema>;

const { changes, ...difference } = PolicyDifferenceSchema.properties;
const { areas, ...change } = changes.items.properties;

/** The effect of the changed policy in the proposed set. */
const standing = Type.Object({
  finding: nullableEnum([...DEAD_CAUSES, 'WITHOUT_EFFECT'], {
    description: 'Why it can never decide, or that it could be removed; null: it has an effect, or it is off.',
  }),
  shadowers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'The policies that together keep a shadowed one from deciding.',
  }),
});

export const AppPolicyDifferenceSchema = Type.Object({
  policySetVersion: Type.Integer({ description: 'The version of the stored set that was compared.' }),
  ...difference,
  changes: Type.Array(
    Type.Object({
      ...change,
      areas: Type.Array(Type.Object({ ...areas.items.properties, area: AnalysedAreaSchema })),
    }),
  ),
  standing: nullable(standing),
});
export type AppPolicyDifference = Static<typeof AppPolicyDifferenceSchema>;
