// SPDX-License-Identifier: Apache-2.0
/** The current organization: its settings, and its use of the plan. */
import { type Static, Type } from 'typebox';
import { PLANS, POLICY_MODES } from '../enums.ts';
import {
  APPROVAL_VALID_MINUTES_MAX,
  APPROVAL_VALID_MINUTES_MIN,
  GRANT_HOURS_MAX,
  NAME_CHARACTERS_MAX,
  OUTCOME_MINUTES_MAX,
  OUTCOME_MINUTES_MIN,
  REVIEW_EXPIRY_MINUTES_MAX,
  REVIEW_EXPIRY_MINUTES_MIN,
  RISK_SCORE_MAX,
  TIME_ZONE_CHARACTERS_MAX,
  URL_CHARACTERS_MAX,
} from '../limits.ts';
import { approvalsProperty } from '../policies.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';

export const OrganizationSchema = Type.Object({
  id: uuid(),
  name: Type.String(),
  plan: stringEnum(PLANS),
  timeZone: Type.String({ description: 'IANA name.' }),
  enforcement: stringEnum(POLICY_MODES),
  reviewExpiryMinutes: Type.Integer(),
  riskReviewAt: Type.Integer(),
  riskBlockAt: Type.Integer(),
  checkpointUrl: nullable(Type.String({ description: 'Null for a MEMBER too: its path may hold a secret.' })),
  requireMfa: Type.Boolean({ description: 'Members without a second factor get to its set-up only.' }),
  alternatives: Type.Boolean({
    description: 'Callers that are refused are told bounds within which the same action would be allowed; never names.',
  }),
  assistantApprovals: Type.Boolean({
    description:
      'A connected app may ask its own person to resolve a review below the risk CRITICAL, where their role may.',
  }),
  loosenNeedsTwo: Type.Boolean({
    description: 'A change that lets more through waits until another owner or admin accepts it.',
  }),
  approvalValidMinutes: Type.Integer({ description: 'How long an allowed act can be redeemed.' }),
  outcomeMinutes: Type.Integer({
    description: 'A redeemed act without an outcome counts as missing one after so long.',
  }),
  reviewDefaults: approvalsProperty,
  grantHoursMax: Type.Integer({ description: 'How far the end of a grant may lie away; 0: no grants are made.' }),
  contextKept: Type.Boolean({ description: 'Whether what agents say about their acts is stored and shown.' }),
  eventsPerMonth: nullable(Type.Integer({ description: 'A contract value, else that of the plan; null: no limit.' })),
  agentsMax: nullable(Type.Integer()),
  retentionDays: nullable(Type.Integer()),
  createdAt: dateTime(),
});
export type Organization = Static<typeof OrganizationSchema>;

/** Omitted fields keep their value. */
export const OrganizationChangeSchema = strictObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX })),
  timeZone: Type.Optional(
    Type.String({ minLength: 1, maxLength: TIME_ZONE_CHARACTERS_MAX, description: 'IANA name.' }),
  ),
  enforcement: Type.Optional(stringEnum(POLICY_MODES)),
  reviewExpiryMinutes: Type.Optional(
    Type.Integer({ minimum: REVIEW_EXPIRY_MINUTES_MIN, maximum: REVIEW_EXPIRY_MINUTES_MAX }),
  ),
  riskReviewAt: Type.Optional(Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX })),
  riskBlockAt: Type.Optional(Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX })),
  checkpointUrl: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS_MAX,
        description: 'Each signed checkpoint of the audit chain is pushed there; null: nowhere.',
      }),
    ),
  ),
  alternatives: Type.Optional(Type.Boolean()),
  assistantApprovals: Type.Optional(Type.Boolean()),
  loosenNeedsTwo: Type.Optional(
    Type.Boolean({ description: 'By an OWNER with a recent sign-in, where another owner or admin is there.' }),
  ),
  approvalValidMinutes: Type.Optional(
    Type.Integer({ minimum: APPROVAL_VALID_MINUTES_MIN, maximum: APPROVAL_VALID_MINUTES_MAX }),
  ),
  outcomeMinutes: Type.Optional(Type.Integer({ minimum: OUTCOME_MINUTES_MIN, maximum: OUTCOME_MINUTES_MAX })),
  contextKept: Type.Optional(Type.Boolean()),
  reviewDefaults: Type.Optional(approvalsProperty),
  grantHoursMax: Type.Optional(Type.Integer({ minimum: 0, maximum: GRANT_HOURS_MAX })),
  requireMfa: Type.Optional(
    Type.Boolean({ description: 'Turned on by one with a second factor of their own; otherwise 409 `conflict`.' }),
  ),
});
export type OrganizationChange = Static<typeof OrganizationChangeSchema>;

export const UsageSchema = Type.Object({
  month: Type.String({ description: 'UTC, `YYYY-MM`.' }),
  events: Type.Integer({ description: 'LIVE events of the month so far.' }),
  eventsPerMonth: nullable(Type.Integer()),
  quotaExceeded: Type.Boolean(),
  agents: Type.Integer(),
  agentsMax: nullable(Type.Integer()),
  plan: stringEnum(PLANS),
  forecast: nullable(
    Type.Integer({
      description:
        'LIVE events of the whole month at the pace so far; null in its first day, and while the organization is new.',
    }),
  ),
  policies: Type.Integer(),
  policiesMax: Type.Integer({ description: 'The same in every plan.' }),
  retentionDays: nullable(Type.Integer({ description: 'Events are deleted after so many days; null: never.' })),
});
export type Usage = Static<typeof UsageSchema>;

export const OrganizationCreationSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX }),
  timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: TIME_ZONE_CHARACTERS_MAX })),
});
export type OrganizationCreation = Static<typeof OrganizationCreationSchema>;

export const OrganizationSwitchSchema = strictObject({ organizationId: uuid() });
export type OrganizationSwitch = Static<typeof OrganizationSwitchSchema>;
