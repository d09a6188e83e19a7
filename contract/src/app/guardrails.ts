// SPDX-License-Identifier: Apache-2.0
/** Guardrails as people keep them: each with its claim, its last proof and its versions. */
import { type Static, Type } from 'typebox';
import { GUARDRAIL_HOLDERS_MAX, GUARDRAILS_MAX, LIST_SEARCH_CHARACTERS_MAX, NAMED_AGENTS_MAX } from '../limits.ts';
import {
  CLAIM_SUPPORTS,
  DECISION_KINDS,
  type PolicyClaim,
  type PolicyProof,
  type PolicyWitness,
} from '../policy-proofs.ts';
import { dateTime, nullable, ref, refOrNull, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';
import { POLICY_VERSION_SOURCES } from './policy-versions.ts';
import { recordTimes } from './records.ts';

/** The state of a guardrail now. A proof whose grounds have changed is outdated, as is one that was never made. */
export const GUARDRAIL_STATES = ['PROVED', 'REFUTED', 'VACUOUS', 'INCOMPLETE', 'OUTDATED'] as const;
export type GuardrailState = (typeof GUARDRAIL_STATES)[number];

/** Grounds of a proof that may have changed since. */
export const PROOF_GROUNDS = ['claim', 'policies', 'organization'] as const;

const author = {
  actor: Type.Object({
    type: Type.String({ description: 'user, key or system.' }),
    id: Type.String(),
    name: nullable(Type.String({ description: 'The name of the person or key. Null if it was deleted.' })),
  }),
  source: stringEnum(POLICY_VERSION_SOURCES),
  keyPrefix: nullable(Type.String()),
};

const holder = Type.Object({ id: uuid(), name: Type.String() });

const proofResult = Type.Object({
  of: stringEnum(DECISION_KINDS, { description: 'Which of the two decisions of an event the claim was asked of.' }),
  proved: Type.Boolean(),
  vacuous: Type.Boolean({ description: 'No event is meant: nothing is proved, and nothing refuted.' }),
  counterexample: refOrNull<PolicyWitness>('PolicyWitness', { description: 'An event that breaks the claim.' }),
  evadable: refOrNull<PolicyWitness>('PolicyWitness', {
    description: 'An event that escapes a proved claim by leaving out records or destination.',
  }),
  heldBy: Type.Array(holder, { description: `At most ${GUARDRAIL_HOLDERS_MAX} of them.` }),
  heldByTotal: Type.Integer({ description: 'The number of policies that hold it.' }),
  leansOn: Type.Array(stringEnum(CLAIM_SUPPORTS)),
});

export const GuardrailProofSchema = Type.Object({
  provedAt: dateTime(),
  policySetVersion: Type.Integer({ description: 'The version of the policies that it is about.' }),
  changedSince: Type.Array(stringEnum(PROOF_GROUNDS), {
    description:
      'Empty: it holds now. `claim`: the guardrail changed since; `policies`: the set; `organization`: agents, ' +
      'permissions, resources, risk limits, enforcement or the time zone.',
  }),
  result: Type.Unsafe<Static<typeof proofResult> | null>({
    ...proofResult,
    nullable: true,
    description: 'null: time or memory did not suffice, and nothing is known.',
  }),
});
export type GuardrailProof = Static<typeof GuardrailProofSchema>;

const guardrailProperties = {
  id: uuid(),
  name: Type.String(),
  claim: ref<PolicyClaim>('PolicyClaim'),
  enforcing: Type.Boolean({ description: 'Changes of the policies that break it are refused.' }),
  version: Type.Integer({ description: 'The number of its latest version.' }),
  ...recordTimes,
  changedBy: Type.Object(author),
};

export const GuardrailSchema = Type.Object({
  ...guardrailProperties,
  state: stringEnum(GUARDRAIL_STATES, { description: 'The result of the last proof against the rules in force.' }),
  agents: Type.Array(holder, {
    description: `Agents that the claim names, by their present names, at most ${NAMED_AGENTS_MAX}.`,
  }),
  proof: nullable(GuardrailProofSchema),
});
export type Guardrail = Static<typeof GuardrailSchema>;

export const GuardrailListQuerySchema = strictObject({
  ...pageProperties,
  q: Type.Optional(
    Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: 'A part of its name, letter case aside.' }),
  ),
  state: Type.Optional(stringEnum(GUARDRAIL_STATES)),
  enforcing: Type.Optional(stringEnum(['true', 'false'])),
});
export type GuardrailListQuery = Static<typeof GuardrailListQuerySchema>;

export const GuardrailListSchema = Type.Object({
  ...listOf(GuardrailSchema).properties,
  total: Type.Integer({ description: 'The number of guardrails on all pages together.' }),
  policySetVersion: Type.Integer({ description: 'The version of the policies in force.' }),
});
export type GuardrailList = Static<typeof GuardrailListSchema>;

export const GuardrailCreationSchema = strictObject({
  claim: ref<PolicyClaim>('PolicyClaim'),
  enforcing: Type.Optional(Type.Boolean({ default: false })),
});
export type GuardrailCreation = Static<typeof GuardrailCreationSchema>;

/** Omitted fields keep their value; the claim is replaced whole. */
export const GuardrailChangeSchema = strictObject({
  updatedAt: dateTime({
    description:
      'The value as it was read. If it has changed since, the answer is 409 `conflict` with `conflict.current`.',
  }),
  claim: Type.Optional(ref<PolicyClaim>('PolicyClaim')),
  enforcing: Type.Optional(Type.Boolean()),
});
export type GuardrailChange = Static<typeof GuardrailChangeSchema>;

export const GuardrailCheckRequestSchema = strictObject({ claim: ref<PolicyClaim>('PolicyClaim') });
export type GuardrailCheckRequest = Static<typeof GuardrailCheckRequestSchema>;

export const GuardrailCheckSchema = Type.Object({
  policySetVersion: Type.Integer(),
  proof: refOrNull<PolicyProof>('PolicyProof', {
    description: 'null: time or memory did not suffice, and nothing is known.',
  }),
});
export type GuardrailCheck = Static<typeof GuardrailCheckSchema>;

export const GuardrailProveRequestSchema = strictObject({
  ids: Type.Optional(
    Type.Array(uuid(), { minItems: 1, maxItems: GUARDRAILS_MAX, description: 'Left out: all of them.' }),
  ),
});
export type GuardrailProveRequest = Static<typeof GuardrailProveRequestSchema>;

export const GuardrailsProvedSchema = Type.Object({
  policySetVersion: Type.Integer(),
  items: Type.Array(GuardrailSchema, { description: 'Those that were asked for, by name.' }),
});
export type GuardrailsProved = Static<typeof GuardrailsProvedSchema>;

export const GuardrailVersionSchema = Type.Object({
  number: Type.Integer(),
  createdAt: dateTime(),
  change: stringEnum(['create', 'update', 'delete']),
  restoredFrom: nullable(Type.Integer({ description: 'The version that this one restored.' })),
  name: Type.String(),
  claim: ref<PolicyClaim>('PolicyClaim'),
  enforcing: Type.Boolean(),
  ...author,
});
export type GuardrailVersion = Static<typeof GuardrailVersionSchema>;

export const GuardrailVersionListQuerySchema = strictObject(pageProperties);
export type GuardrailVersionListQuery = Static<typeof GuardrailVersionListQuerySchema>;

export const GuardrailVersionListSchema = listOf(GuardrailVersionSchema);
export type GuardrailVersionList = Static<typeof GuardrailVersionListSchema>;

export const GuardrailRestoreSchema = strictObject({
  number: Type.Integer({ minimum: 1, description: 'The version whose state comes back.' }),
  current: Type.Optional(
    Type.Integer({ description: 'The latest version as it was read: 409 `conflict` when there is a later one.' }),
  ),
});
export type GuardrailRestore = Static<typeof GuardrailRestoreSchema>;

/** Latest first. */
export const DeletedGuardrailListSchema = listOf(
  Type.Object({ id: uuid(), name: Type.String(), version: Type.Integer(), deletedAt: dateTime(), ...author }),
);
export type DeletedGuardrailList = Static<typeof DeletedGuardrailListSchema>;
