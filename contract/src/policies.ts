/** Policies as code: the policy, its condition, and the bodies of the three policy routes. */
import { type Static, Type } from 'typebox';
import {
  ACTION_FAMILIES,
  type ActionFamily,
  CHANGE_OPERATIONS,
  DECISIONS,
  DESTINATION_SIDES,
  DESTINATIONS,
  type DestinationSide,
  DLP_TYPES,
  type DlpType,
  EVENT_ACTIONS,
  type EventAction,
  LGPD_CATEGORIES,
  type LgpdCategory,
  POLICY_API_VERSION,
  POLICY_MODES,
  POLICY_RESOURCES,
  RISK_LEVELS,
  ROLES,
} from './enums.ts';
import {
  CONDITION_AGENT_ID_CHARACTERS_MAX,
  CONDITION_AGENT_IDS_MAX,
  CONDITION_RECORDS_MAX,
  CONDITIONS_PER_GROUP_MAX,
  DESTINATION_CONTAINS_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  POLICY_DESCRIPTION_CHARACTERS_MAX,
  POLICY_NAME_CHARACTERS_MAX,
  RECORDS_AFFECTED_MAX,
  RISK_SCORE_MAX,
  TEST_CASE_NAME_CHARACTERS_MAX,
  TEST_CASES_MAX,
} from './limits.ts';
import { dateTime, nullableEnum, ref, strictObject, stringEnum, uuid } from './schema.ts';

/** Words a condition's `action` may be: an event action, a family, or ANY. */
export const CONDITION_ACTIONS = [...ACTION_FAMILIES, ...EVENT_ACTIONS] as const;

/** Every field that is set must match. An empty condition matches. */
export interface PolicyCondition {
  action?: ActionFamily | EventAction;
  destination?: DestinationSide;
  destinationContains?: string;
  containsSensitiveData?: boolean;
  minRecords?: number;
  maxRecords?: number;
  minRiskScore?: number;
  outsideBusinessHours?: boolean;
  agentIds?: string[];
  dlpTypes?: DlpType[];
  lgpdCategories?: LgpdCategory[];
  allOf?: PolicyCondition[];
  anyOf?: PolicyCondition[];
}

const conditionList = (description: string) =>
  Type.Array(ref<PolicyCondition>('PolicyCondition'), { maxItems: CONDITIONS_PER_GROUP_MAX, description });

export const PolicyConditionSchema = strictObject(
  {
    action: Type.Optional(
      stringEnum(CONDITION_ACTIONS, {
        description: 'An event action or an action family; matched against the event action and its family.',
      }),
    ),
    destination: Type.Optional(
      stringEnum(DESTINATION_SIDES, {
        description: 'EXTERNAL matches an external destination, INTERNAL an internal one; an absent one never.',
      }),
    ),
    destinationContains: Type.Optional(
      Type.String({
        maxLength: DESTINATION_CONTAINS_CHARACTERS_MAX,
        description: 'Case-insensitive substring of the destination.',
      }),
    ),
    containsSensitiveData: Type.Optional(
      Type.Boolean({ description: 'Whether the scan found any type of sensitive data.' }),
    ),
    minRecords: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CONDITION_RECORDS_MAX,
        description: 'Matches when recordsAffected >= value.',
      }),
    ),
    maxRecords: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CONDITION_RECORDS_MAX,
        description: 'Matches when recordsAffected <= value.',
      }),
    ),
    minRiskScore: Type.Optional(
      Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX, description: 'Matches when riskScore >= value.' }),
    ),
    outsideBusinessHours: Type.Optional(
      Type.Boolean({
        description: 'Business hours are Monday to Friday 09:00-18:00 in the time zone of the organization.',
      }),
    ),
    agentIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: CONDITION_AGENT_ID_CHARACTERS_MAX }), {
        maxItems: CONDITION_AGENT_IDS_MAX,
        description: 'Matches when the agent is one of these ids; an empty list matches nothing.',
      }),
    ),
    dlpTypes: Type.Optional(
      Type.Array(stringEnum(DLP_TYPES), {
        description: 'Matches when at least one was found; an empty list matches nothing.',
      }),
    ),
    lgpdCategories: Type.Optional(
      Type.Array(stringEnum(LGPD_CATEGORIES), {
        description: 'Matches when at least one was found; an empty list matches nothing.',
      }),
    ),
    allOf: Type.Optional(conditionList('Matches when every nested condition matches; an empty list matches.')),
    anyOf: Type.Optional(conditionList('Matches when at least one matches; an empty list does not match.')),
  },
  { $id: 'PolicyCondition', description: 'Every field that is set must match. Groups nest up to 32 levels.' },
);

const specProperties = {
  name: Type.String({
    minLength: 1,
    maxLength: POLICY_NAME_CHARACTERS_MAX,
    description: 'Unique in the organization; the key by which apply matches.',
  }),
  description: Type.Optional(Type.String({ maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX })),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  action: stringEnum(ACTION_FAMILIES, { description: 'Action family.' }),
  resource: Type.Optional(
    nullableEnum(POLICY_RESOURCES, {
      description: 'Resource classification; omitted, null and ANY match every classification.',
    }),
  ),
  condition: Type.Optional(ref<PolicyCondition>('PolicyCondition')),
  decision: stringEnum(DECISIONS),
  mode: Type.Optional(stringEnum(POLICY_MODES, { default: 'ENFORCE' })),
  approverRoles: Type.Optional(
    Type.Array(stringEnum(ROLES), {
      uniqueItems: true,
      description: 'Roles that may resolve a REVIEW raised by this policy; empty means owners and admins.',
    }),
  ),
};

/** A policy from a caller. `id` and `updatedAt`, which a listing adds, are accepted and ignored. */
export const PolicySchema = strictObject(
  {
    ...specProperties,
    id: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
    updatedAt: Type.Optional(Type.String({ description: 'Accepted and ignored.' })),
  },
  { $id: 'Policy' },
);
export type PolicyInput = Static<typeof PolicySchema>;

/** A policy without the fields that only a listing carries. */
export type PolicySpec = Omit<PolicyInput, 'id' | 'updatedAt'>;

export const StoredPolicySchema = Type.Object(
  {
    id: uuid(),
    ...specProperties,
    enabled: Type.Boolean(),
    resource: nullableEnum(POLICY_RESOURCES),
    mode: stringEnum(POLICY_MODES),
    approverRoles: Type.Array(stringEnum(ROLES)),
    updatedAt: dateTime(),
  },
  { $id: 'StoredPolicy' },
);
export type StoredPolicy = Static<typeof StoredPolicySchema>;

export const PolicyListResponseSchema = Type.Object(
  {
    apiVersion: stringEnum([POLICY_API_VERSION]),
    policies: Type.Array(ref<StoredPolicy>('StoredPolicy'), {
      description: 'Sorted by name in Unicode code point order.',
    }),
  },
  { $id: 'PolicyListResponse' },
);
export type PolicyListResponse = Static<typeof PolicyListResponseSchema>;

export const PolicyApplyRequestSchema = strictObject(
  {
    policies: Type.Array(ref<PolicyInput>('Policy')),
    prune: Type.Optional(
      Type.Boolean({ default: false, description: 'Delete policies whose names are missing from `policies`.' }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Answer the plan and write nothing.' })),
  },
  { $id: 'PolicyApplyRequest' },
);
export type PolicyApplyRequest = Static<typeof PolicyApplyRequestSchema>;

export const PolicyApplyResponseSchema = Type.Object(
  {
    dryRun: Type.Boolean(),
    changes: Type.Array(Type.Object({ name: Type.String(), op: stringEnum(CHANGE_OPERATIONS) }), {
      description: 'In the order of the payload, deletions after them by name.',
    }),
    warnings: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
      description: 'What looks unintended in a valid policy, with its path.',
    }),
  },
  { $id: 'PolicyApplyResponse' },
);
export type PolicyApplyResponse = Static<typeof PolicyApplyResponseSchema>;

export const PolicyTestCaseSchema = strictObject(
  {
    name: Type.String({ minLength: 1, maxLength: TEST_CASE_NAME_CHARACTERS_MAX }),
    input: strictObject({
      agent: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Agent name.' }),
      action: stringEnum(EVENT_ACTIONS),
      resource: Type.String({
        minLength: 1,
        maxLength: NAME_CHARACTERS_MAX,
        description: 'Resource name registered in the organization, not a classification.',
      }),
      destination: Type.Optional(stringEnum(DESTINATIONS)),
      recordsAffected: Type.Optional(Type.Integer({ minimum: 0, maximum: RECORDS_AFFECTED_MAX })),
      containsSensitiveData: Type.Optional(Type.Boolean({ description: 'Stands in for the scan.' })),
      metadata: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          additionalProperties: true,
          description: 'Accepted and ignored.',
        }),
      ),
    }),
    expect: Type.Optional(
      strictObject({
        decision: stringEnum(DECISIONS),
        policy: Type.Optional(
          Type.String({ minLength: 1, maxLength: POLICY_NAME_CHARACTERS_MAX, description: 'Matched policy name.' }),
        ),
      }),
    ),
  },
  { $id: 'PolicyTestCase' },
);
export type PolicyTestCase = Static<typeof PolicyTestCaseSchema>;

export const PolicyTestRequestSchema = strictObject(
  {
    policies: Type.Optional(
      Type.Array(ref<PolicyInput>('Policy'), { description: 'Evaluated instead of the stored ones.' }),
    ),
    cases: Type.Array(ref<PolicyTestCase>('PolicyTestCase'), { maxItems: TEST_CASES_MAX }),
  },
  { $id: 'PolicyTestRequest' },
);
export type PolicyTestRequest = Static<typeof PolicyTestRequestSchema>;

export const PolicyTestResponseSchema = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        name: Type.String(),
        decision: stringEnum(DECISIONS),
        matchedPolicy: Type.Unsafe<string | null>({ type: 'string', nullable: true }),
        riskScore: Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX }),
        riskLevel: stringEnum(RISK_LEVELS),
        reasons: Type.Array(Type.String()),
        pass: Type.Unsafe<boolean | null>({
          type: 'boolean',
          nullable: true,
          description: 'null when `expect` was omitted.',
        }),
      }),
    ),
  },
  { $id: 'PolicyTestResponse' },
);
export type PolicyTestResponse = Static<typeof PolicyTestResponseSchema>;
