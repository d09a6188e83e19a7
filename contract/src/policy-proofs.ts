// SPDX-License-Identifier: Apache-2.0
/** Claims about every event, and their proofs: the bodies of POST /v1/policies/prove. */
import { type Static, Type } from 'typebox';
import { DECISIONS, DLP_TYPES, POLICY_RESOURCES } from './enums.ts';
import { APPROVALS_MAX, CLAIM_NAME_CHARACTERS_MAX, CLAIMS_MAX, RISK_SCORE_MAX } from './limits.ts';
import type { PolicyCondition, PolicyInput } from './policies.ts';
import { type PolicyTestCase, PolicyTestCaseSchema } from './policy-tests.ts';
import { line, nullable, nullableEnum, ref, refOrNull, strictObject, stringEnum, uuid } from './schema.ts';

export const DECISION_KINDS = ['decision', 'evaluatedDecision'] as const;
export const CLAIM_AGENTS = ['any', 'registered'] as const;
/** Things that a proved claim needs beside policies. */
export const CLAIM_SUPPORTS = ['permissions', 'risk', 'enforcement'] as const;

const kind = (description: string) => stringEnum(DECISION_KINDS, { description });

export const PolicyClaimSchema = strictObject(
  {
    name: line({ minLength: 1, maxLength: CLAIM_NAME_CHARACTERS_MAX }),
    never: Type.Optional(
      Type.Array(stringEnum(DECISIONS), {
        minItems: 1,
        uniqueItems: true,
        description: 'Decisions that no such event may get. Either this or `atLeast`.',
      }),
    ),
    atLeast: Type.Optional(
      stringEnum(['REVIEW', 'BLOCK'], { description: 'The weakest decision that such an event may get.' }),
    ),
    approvals: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: APPROVALS_MAX,
        description: 'With `atLeast: REVIEW`: a REVIEW of such an event asks for so many people or more.',
      }),
    ),
    when: ref<PolicyCondition>('PolicyCondition'),
    resource: Type.Optional(
      nullableEnum(POLICY_RESOURCES, { description: 'Classification; omitted, null and ANY mean every one.' }),
    ),
    unless: Type.Optional(ref<PolicyCondition>('PolicyCondition')),
    agents: Type.Optional(
      stringEnum(CLAIM_AGENTS, {
        default: 'any',
        description: '`any` includes agents that will be registered later.',
      }),
    ),
    of: Type.Optional(kind('Left out: `decision`; where the organization is in monitor mode, `evaluatedDecision`.')),
  },
  { $id: 'PolicyClaim', description: 'A rule about every event, not only about those that have been seen.' },
);
export type PolicyClaim = Static<typeof PolicyClaimSchema>;

export const PolicyProveRequestSchema = strictObject(
  {
    policies: Type.Optional(
      Type.Array(ref<PolicyInput>('Policy'), { description: 'Asked instead of the stored ones.' }),
    ),
    claims: Type.Array(ref<PolicyClaim>('PolicyClaim'), { minItems: 1, maxItems: CLAIMS_MAX }),
  },
  { $id: 'PolicyProveRequest' },
);
export type PolicyProveRequest = Static<typeof PolicyProveRequestSchema>;

const named = Type.Object({ id: uuid(), name: Type.String() });

export const PolicyWitnessSchema = Type.Object(
  {
    input: Type.Object({
      agent: Type.String(),
      action: PolicyTestCaseSchema.properties.input.properties.action,
      resource: Type.String(),
      destination: nullable(Type.String()),
      recordsAffected: nullable(Type.Integer()),
      dlpTypes: Type.Array(stringEnum(DLP_TYPES)),
      outsideBusinessHours: Type.Boolean(),
      openAnomaly: Type.Boolean(),
    }),
    decision: stringEnum(DECISIONS),
    evaluatedDecision: stringEnum(DECISIONS),
    policy: Type.Unsafe<Static<typeof named> | null>({
      ...named,
      nullable: true,
      description: 'The policy that decides; null where permissions or the risk score do.',
    }),
    budget: Type.Optional(
      Type.Object(named.properties, { description: 'The full budget that decides it so; without one, policies do.' }),
    ),
    riskScore: Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX }),
    hypothetical: Type.Boolean({ description: 'Whether the agent or resource is not registered, but could be.' }),
    testCase: refOrNull<PolicyTestCase>('PolicyTestCase', {
      description: 'The event as a case for POST /v1/policies/test, which passes; null when hypothetical.',
    }),
  },
  { $id: 'PolicyWitness', description: 'An event with what the policies decide about it.' },
);
export type PolicyWitness = Static<typeof PolicyWitnessSchema>;

const witnessOrNull = (description: string) => refOrNull<PolicyWitness>('PolicyWitness', { description });

export const PolicyProofSchema = Type.Object(
  {
    name: Type.String(),
    of: kind('Which of the two decisions of an event the claim was asked of.'),
    proved: Type.Boolean(),
    vacuous: Type.Boolean({ description: 'No event is meant: nothing is proved, and nothing refuted.' }),
    counterexample: witnessOrNull('An event that breaks the claim; null when none does.'),
    evadable: witnessOrNull('An event that escapes a proved claim because it leaves out records or destination.'),
    heldBy: Type.Array(named, { description: 'Policies that a proved claim depends on, each of them.' }),
    leansOn: Type.Array(stringEnum(CLAIM_SUPPORTS), {
      description: 'Settings other than policies that a proved claim depends on, and which may change on their own.',
    }),
  },
  { $id: 'PolicyProof' },
);
export type PolicyProof = Static<typeof PolicyProofSchema>;

export const PolicyProveResponseSchema = Type.Object(
  {
    policySetVersion: Type.Integer({ minimum: 0, description: 'The stored set, also when others were asked.' }),
    complete: Type.Boolean({
      description: 'false: time or memory did not suffice, or an answer failed its check. Nothing is proved then.',
    }),
    results: Type.Array(ref<PolicyProof>('PolicyProof'), {
      description: 'In the order of the claims; empty when not complete.',
    }),
    grants: Type.Optional(
      Type.Array(
        Type.Object({
          claim: Type.String({ description: 'The name of the claim.' }),
          ids: Type.Array(uuid(), { minItems: 1 }),
        }),
        {
          description:
            'For the stored policies: claims that live grants may break. They let acts through that the claim keeps ' +
            'for people. A proof is about policies alone.',
        },
      ),
    ),
  },
  { $id: 'PolicyProveResponse' },
);
export type PolicyProveResponse = Static<typeof PolicyProveResponseSchema>;
