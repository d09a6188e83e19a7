// SPDX-License-Identifier: Apache-2.0
/** Policies as the app lists, shows, changes and tries them. Their versions stand apart. */

import { type Static, Type } from 'typebox';
import { DecisionCauseSchema } from '../decisions.ts';
import {
  ACTION_FAMILIES,
  CLASSIFICATIONS,
  DECISIONS,
  DLP_TYPES,
  LGPD_CATEGORIES,
  POLICY_MODES,
  POLICY_RESOURCES,
  ROLES,
} from '../enums.ts';
import { fieldCode } from '../errors.ts';
import {
  CASES_PER_POLICY_MAX,
  LIST_SEARCH_CHARACTERS_MAX,
  POLICY_NOTE_CHARACTERS_MAX,
  TEST_CASES_MAX,
} from '../limits.ts';
import {
  approvalsProperty,
  type PolicyCondition,
  type PolicyInput,
  policyProperties,
  StoredPolicySchema,
} from '../policies.ts';
import { type PolicyTestCase, PolicyTestResponseSchema } from '../policy-tests.ts';
import {
  dateTime,
  multilineText,
  nullable,
  optionalNames,
  ref,
  refOrNull,
  strictObject,
  stringEnum,
  uuid,
} from '../schema.ts';
import { policyTrace } from './events.ts';
import { listOf, pageProperties } from './lists.ts';

export const POLICY_SORTS = ['effect', 'name', '-updatedAt', '-hits'] as const;

/** Probable mistakes in a valid policy. */
export const POLICY_WARNING_CODES = [
  /** Its demands exclude one another. */
  'NEVER_MATCHES',
  /** A list or an anyOf without a member. */
  'EMPTY_LIST',
  /** minRecords is greater than maxRecords. */
  'BOUNDS_EXCLUDE',
  /** minRecords is more than an event can have. */
  'RECORDS_TOO_MANY',
  /** No destination holds this text. */
  'NO_SUCH_DESTINATION',
  /** A caller evades it by leaving recordsAffected out. */
  'EVADED_BY_RECORDS',
  /** A caller evades it by leaving destination out. */
  'EVADED_BY_DESTINATION',
  /** Some of agentIds are no agents of the organization. */
  'UNKNOWN_AGENTS',
  /** No agent of the organization is in agentIds. */
  'NO_AGENT_MATCHES',
  /** Another policy has this name but for letter case, Unicode form or spaces. */
  'NAME_ALIKE',
  /** Fewer members hold the roles than the policy asks for. */
  'TOO_FEW_APPROVERS',
  'EMPTY_GROUP',
] as const;

const finding = Type.Object({
  path: Type.String({ description: 'Within the policy: `name`, `condition.anyOf[2].minRecords`; empty: the whole.' }),
  message: Type.String({ description: 'An English sentence.' }),
  fault: Type.Optional(fieldCode),
});
const warning = Type.Object({ ...finding.properties, code: stringEnum(POLICY_WARNING_CODES) });
export type PolicyWarning = Static<typeof warning>;

const hits = Type.Object({
  decisions: Type.Integer({ description: 'LIVE decisions of the last 30 days that it determined.' }),
  days: Type.Array(Type.Integer(), {
    description: 'The number on each of these days of UTC, oldest first; today is the last.',
  }),
});

const changedBy = Type.Object({
  version: Type.Integer({ description: 'The version of the set that holds its last change.' }),
  actor: Type.Object({ type: Type.String(), id: Type.String(), name: nullable(Type.String()) }),
  source: Type.String(),
  keyPrefix: nullable(Type.String()),
});

/** The agents that its condition names first, by their present names; ids of no agent are left out. */
const agents = Type.Array(Type.Object({ id: uuid(), name: Type.String() }));

export const PolicyItemSchema = Type.Object({
  ...StoredPolicySchema.properties,
  conditionLeftOut: Type.Boolean({
    description: 'Whether the condition is too long for a list: GET /policies/{id} has it.',
  }),
  hits,
  tests: Type.Integer({ description: 'Test cases that are kept with it.' }),
  agents,
  changedBy,
});
export type PolicyItem = Static<typeof PolicyItemSchema>;

export const AppPolicyListQuerySchema = strictObject({
  ...pageProperties,
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'A part of the name or description, letter case aside.',
    }),
  ),
  decision: Type.Optional(stringEnum(DECISIONS)),
  mode: Type.Optional(stringEnum(POLICY_MODES)),
  enabled: Type.Optional(stringEnum(['true', 'false'])),
  action: Type.Optional(stringEnum(ACTION_FAMILIES)),
  resource: Type.Optional(stringEnum(POLICY_RESOURCES)),
  sort: Type.Optional(
    stringEnum(POLICY_SORTS, {
      description: 'effect: BLOCK, REVIEW, ALLOW, then by name. A minus: highest first. Left out: effect.',
    }),
  ),
});
export type AppPolicyListQuery = Static<typeof AppPolicyListQuerySchema>;

const perDecision = Type.Object({ BLOCK: Type.Integer(), REVIEW: Type.Integer(), ALLOW: Type.Integer() });

export const AppPolicyListSchema = Type.Object({
  ...listOf(PolicyItemSchema).properties,
  total: Type.Integer({ description: 'Policies that the query finds, on all pages.' }),
  totals: perDecision,
  version: Type.Integer({ description: 'The version of the policy set. 0 before the first change.' }),
});
export type AppPolicyList = Static<typeof AppPolicyListSchema>;

const tests = Type.Array(ref<PolicyTestCase>('PolicyTestCase'));

export const PolicyDetailSchema = Type.Object({
  ...StoredPolicySchema.properties,
  warnings: Type.Array(warning),
  hits,
  tests,
  testsUpdatedAt: nullable(dateTime()),
  agents,
  canStandInFiles: Type.Boolean({ description: 'false: its condition has dlpTypes or lgpdCategories.' }),
  changedBy,
});
export type PolicyDetail = Static<typeof PolicyDetailSchema>;

/** Why a person changes policies, in their own words. The audit chain holds a commitment to it, so it can be erased. */
export const policyNote = {
  note: Type.Optional(
    multilineText({ maxLength: POLICY_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no note.' }),
  ),
};

export const PolicyRemovalSchema = strictObject(policyNote);
export type PolicyRemoval = Static<typeof PolicyRemovalSchema>;

const savingProperties = {
  ...policyNote,
  tests: Type.Optional(
    Type.Array(ref<PolicyTestCase>('PolicyTestCase'), {
      maxItems: CASES_PER_POLICY_MAX,
      description: 'Replaces the cases that are kept with it; left out: they stay. They run before it is saved.',
    }),
  ),
  saveAnyway: Type.Optional(Type.Boolean({ description: 'Save although its own test cases fail.' })),
};

export const PolicyCreationSchema = strictObject({ ...policyProperties, ...savingProperties });
export type PolicyCreation = Static<typeof PolicyCreationSchema>;

/** Omitted fields keep their value. */
export const PolicyUpdateSchema = strictObject({
  updatedAt: dateTime({
    description:
      'The value as it was read. If it has changed since, the answer is 409 `conflict` with `conflict.current`.',
  }),
  name: Type.Optional(policyProperties.name),
  description: Type.Optional(nullable(policyProperties.description)),
  enabled: policyProperties.enabled,
  action: Type.Optional(policyProperties.action),
  resource: policyProperties.resource,
  condition: Type.Optional(refOrNull<PolicyCondition>('PolicyCondition', { description: 'null: none.' })),
  decision: Type.Optional(policyProperties.decision),
  mode: policyProperties.mode,
  approverRoles: policyProperties.approverRoles,
  approverGroups: policyProperties.approverGroups,
  escalate: policyProperties.escalate,
  approvals: Type.Optional(nullable(approvalsProperty)),
  ...savingProperties,
  testsUpdatedAt: Type.Optional(
    nullable(dateTime({ description: 'The value as it was read, which is checked if it is sent.' })),
  ),
});
export type PolicyUpdate = Static<typeof PolicyUpdateSchema>;

/** A policy of a stored set replaced, added or taken away. */
const oneChange = strictObject({
  id: Type.Optional(nullable(uuid({ description: 'The policy that changes; null or left out: a new one.' }))),
  policy: refOrNull<PolicyInput>('Policy', { description: 'null: without the policy of `id`.' }),
});

/** The set to ask: the stored one when neither is given. */
export const proposalProperties = {
  policies: Type.Optional(
    Type.Array(ref<PolicyInput>('Policy'), { description: 'A whole set, instead of the stored one.' }),
  ),
  change: Type.Optional(oneChange),
};

export const AppPolicyTestRequestSchema = strictObject({
  ...proposalProperties,
  cases: Type.Array(ref<PolicyTestCase>('PolicyTestCase'), { maxItems: TEST_CASES_MAX }),
  trace: Type.Optional(Type.Boolean({ description: 'Explain each result; with at most 20 cases.' })),
});
export type AppPolicyTestRequest = Static<typeof AppPolicyTestRequestSchema>;

const riskFactor = Type.Object({ code: Type.String(), points: Type.Integer(), reason: Type.String() });

export const PolicyCaseTraceSchema = Type.Object({
  evaluatedDecision: stringEnum(DECISIONS),
  cause: DecisionCauseSchema,
  monitored: Type.Boolean(),
  organizationMonitors: Type.Boolean({ description: 'The organization is in monitor mode: it is answered ALLOW.' }),
  policy: nullable(
    Type.Object({
      id: Type.String({ description: 'The id of the policy, or its place if it is not stored.' }),
      name: Type.String(),
    }),
  ),
  approverRoles: Type.Array(stringEnum(ROLES)),
  approverGroups: optionalNames('Absent without any.'),
  classification: stringEnum(CLASSIFICATIONS, { description: 'The classification of the resource.' }),
  permission: nullable(Type.String({ description: 'Why the agent may not do this at all; null when it may.' })),
  riskFactors: Type.Array(riskFactor),
  riskReviewAt: Type.Integer(),
  riskBlockAt: Type.Integer(),
  dlpFindings: Type.Array(stringEnum(DLP_TYPES)),
  lgpdCategories: Type.Array(stringEnum(LGPD_CATEGORIES)),
  policies: Type.Array(policyTrace, { description: 'Those that matched, strictest first, then others by name.' }),
  policiesTotal: Type.Integer(),
});
export type PolicyCaseTrace = Static<typeof PolicyCaseTraceSchema>;

export const AppPolicyTestResponseSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      ...PolicyTestResponseSchema.properties.results.items.properties,
      trace: nullable(PolicyCaseTraceSchema),
    }),
  ),
});
export type AppPolicyTestResponse = Static<typeof AppPolicyTestResponseSchema>;

/** Checks a policy as it would be saved. Its schema is checked by the handler, so that faults are an answer. */
export const PolicyCheckRequestSchema = strictObject({
  id: Type.Optional(nullable(uuid({ description: 'The stored policy that it would replace.' }))),
  policy: Type.Unknown({ description: 'A policy, valid or not.' }),
  tests: Type.Optional(Type.Array(ref<PolicyTestCase>('PolicyTestCase'), { maxItems: CASES_PER_POLICY_MAX })),
});
export type PolicyCheckRequest = Static<typeof PolicyCheckRequestSchema>;

export const PolicyCheckResponseSchema = Type.Object({
  errors: Type.Array(finding),
  warnings: Type.Array(warning),
  results: Type.Array(PolicyTestResponseSchema.properties.results.items, {
    description: 'The results of `tests` in the stored set with this policy in it. Empty if there are errors.',
  }),
});
export type PolicyCheckResponse = Static<typeof PolicyCheckResponseSchema>;

export const PolicyExportQuerySchema = strictObject({
  id: Type.Optional(uuid({ description: 'One policy; left out: all.' })),
  version: Type.Optional(Type.String({ maxLength: 15, description: 'The set as it was at this version.' })),
});
export type PolicyExportQuery = Static<typeof PolicyExportQuerySchema>;
