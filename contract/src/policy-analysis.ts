// SPDX-License-Identifier: Apache-2.0
/** Findings about the stored policies that hold for every event: GET /v1/policies/analysis and that of the app. */
import { type Static, Type } from 'typebox';
import type { PolicyCondition } from './policies.ts';
import type { PolicyWitness } from './policy-proofs.ts';
import { ref, strictObject, stringEnum, uuid } from './schema.ts';

/** Why a policy can never decide: its condition, the permissions of agents, or stricter and earlier policies. */
export const DEAD_CAUSES = ['NEVER_MATCHES', 'REFUSED', 'SHADOWED'] as const;
export type DeadCause = (typeof DEAD_CAUSES)[number];

const named = { id: uuid(), name: Type.String() };

const properties = {
  policySetVersion: Type.Integer(),
  complete: Type.Boolean({ description: 'false: time or memory did not suffice, and the lists are empty.' }),
  dead: Type.Array(Type.Object({ ...named, cause: stringEnum(DEAD_CAUSES) }), {
    description: 'Policies that no event can be decided by.',
  }),
  withoutEffect: Type.Array(Type.Object(named), {
    description: 'Policies each of which could be removed by itself; of equal ones, any one.',
  }),
  needlessFields: Type.Array(Type.Object({ ...named, field: Type.String() }), {
    description: 'Fields without which a policy would match the same events.',
  }),
  mergeable: Type.Array(
    Type.Object({
      ...named,
      other: Type.Object(named),
      condition: ref<PolicyCondition>('PolicyCondition'),
    }),
    { description: 'Pairs that one policy could replace: this one with the condition, without the other.' },
  ),
  unknownAgents: Type.Array(Type.Object(named), {
    description: 'Policies that only agents meet that are not registered.',
  }),
  unreachableThresholds: Type.Array(stringEnum(['riskReviewAt', 'riskBlockAt'])),
};

export const PolicyAnalysisSchema = Type.Object(properties, {
  $id: 'PolicyAnalysis',
  description: 'Policies and fields that do nothing, whatever event comes.',
});
export type PolicyAnalysis = Static<typeof PolicyAnalysisSchema>;

/** The same without its name, for the operation of the app. */
export const AppPolicyAnalysisSchema = Type.Object(properties);

export const PolicyShadowQuerySchema = strictObject({ policy: uuid() });
export type PolicyShadowQuery = Static<typeof PolicyShadowQuerySchema>;

export const PolicyShadowSchema = Type.Object({
  policySetVersion: Type.Integer(),
  complete: Type.Boolean({ description: 'false: time or memory did not suffice, and nothing is known.' }),
  shadowed: Type.Boolean({ description: 'Other policies decide every event that it matches.' }),
  by: Type.Array(
    Type.Object({
      ...named,
      witness: ref<PolicyWitness>('PolicyWitness'),
    }),
    { description: 'The policies that do so together, none needless; each with an event that both match.' },
  ),
});
export type PolicyShadow = Static<typeof PolicyShadowSchema>;
