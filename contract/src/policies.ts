// SPDX-License-Identifier: Apache-2.0
/** Policies as code: the policy, its condition, and the body of the route that lists them. */
import { type Static, Type } from 'typebox';
import {
  ACTION_FAMILIES,
  type ActionFamily,
  DECISIONS,
  DESTINATION_SIDES,
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
  ROLES,
} from './enums.ts';
import { APPROVER_GROUPS_MAX, GROUP_NAME_CHARACTERS_MAX } from './group-limits.ts';
import {
  APPROVAL_VALID_MINUTES_MAX,
  APPROVAL_VALID_MINUTES_MIN,
  APPROVALS_MAX,
  CONDITION_AGENT_ID_CHARACTERS_MAX,
  CONDITION_AGENT_IDS_MAX,
  CONDITION_RECORDS_MAX,
  CONDITIONS_PER_GROUP_MAX,
  DESTINATION_CONTAINS_CHARACTERS_MAX,
  POLICY_DESCRIPTION_CHARACTERS_MAX,
  POLICY_NAME_CHARACTERS_MAX,
  RISK_SCORE_MAX,
} from './limits.ts';
import { dateTime, line, multilineText, nullableEnum, ref, strictObject, stringEnum, uuid } from './schema.ts';

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

const approvals = strictObject(
  {
    count: Type.Optional(
      Type.Integer({ minimum: 1, maximum: APPROVALS_MAX, default: 1, description: 'People who have to approve.' }),
    ),
    notAsker: Type.Optional(
      Type.Boolean({
        description: 'The person who asked for the act does not count. Left out: true where `count` is above 1.',
      }),
    ),
    signed: Type.Optional(
      Type.Boolean({
        description: 'Each approval is signed by a passkey of its person, in the app. Left out: false.',
      }),
    ),
    validMinutes: Type.Optional(
      Type.Integer({
        minimum: APPROVAL_VALID_MINUTES_MIN,
        maximum: APPROVAL_VALID_MINUTES_MAX,
        description: 'The act can be redeemed so long after the last approval, where that is the shorter time.',
      }),
    ),
    grants: Type.Optional(
      Type.Boolean({ default: false, description: 'An approver may let the same act through for a time.' }),
    ),
  },
  { description: 'How a REVIEW is approved. Left out: by one person.' },
);
export type ApprovalsInput = Static<typeof approvals>;
export const approvalsProperty = approvals;

const NAME_OPTIONS = {
  minLength: 1,
  maxLength: POLICY_NAME_CHARACTERS_MAX,
  description: 'Unique in the organization; the key by which apply matches.',
};
const DESCRIPTION_OPTIONS = { maxLength: POLICY_DESCRIPTION_CHARACTERS_MAX };

const approverGroups = Type.Array(line({ minLength: 1, maxLength: GROUP_NAME_CHARACTERS_MAX }), {
  uniqueItems: true,
  maxItems: APPROVER_GROUPS_MAX,
  description:
    'Names of groups whose members may resolve a REVIEW raised by this policy, beside `approverRoles`. Where no role ' +
    'is named, they alone.',
});

export const policyProperties = {
  name: line(NAME_OPTIONS),
  description: Type.Optional(multilineText(DESCRIPTION_OPTIONS)),
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
  approverGroups: Type.Optional(approverGroups),
  escalate: Type.Optional(
    Type.Boolean({ description: 'false: a REVIEW raised by this policy is not passed on to others; else it may be.' }),
  ),
  approvals: Type.Optional(approvals),
};

/** A policy from a caller. `id` and `updatedAt`, which a listing adds, are accepted and ignored. */
export const PolicySchema = strictObject(
  {
    ...policyProperties,
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
    ...policyProperties,
    // Rows from before these patterns stay readable.
    name: Type.String(NAME_OPTIONS),
    description: Type.Optional(Type.String(DESCRIPTION_OPTIONS)),
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
