// SPDX-License-Identifier: Apache-2.0
/** Events in the lists of the app, and one event with the reasons of its decision. */
import { type Static, Type } from 'typebox';
import { DecisionCauseSchema, decisionProperties } from '../decisions.ts';
import { DOORS } from '../doors.ts';
import {
  CLASSIFICATIONS,
  CONTEXT_FIELDS,
  DECISIONS,
  DESTINATIONS,
  EVENT_ACTIONS,
  POLICY_MODES,
  POLICY_RESOURCES,
  REDEMPTION_STATUSES,
  REPORTED_OUTCOMES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  ROLES,
} from '../enums.ts';
import { CONTEXT_SESSION_CHARACTERS_MAX, LIST_SEARCH_CHARACTERS_MAX, NAME_CHARACTERS_MAX } from '../limits.ts';
import type { PolicyInput } from '../policies.ts';
import { dateTime, nullable, nullableEnum, optionalNames, ref, strictObject, stringEnum, uuid } from '../schema.ts';
import { pageProperties, sandboxProperty, searchedListOf } from './lists.ts';

const named = Type.Object({ id: uuid(), name: Type.String() });

/** A Decision with its subject. Names are those at the time of the decision. */
export const EventItemSchema = Type.Object({
  ...decisionProperties,
  cause: DecisionCauseSchema,
  seq: Type.Integer({ description: 'Number of its `decision.recorded` entry in the audit chain.' }),
  createdAt: dateTime(),
  agent: named,
  resource: Type.Object({ id: uuid(), name: Type.String(), classification: stringEnum(CLASSIFICATIONS) }),
  action: stringEnum(EVENT_ACTIONS),
  destination: nullableEnum(DESTINATIONS),
  recordsAffected: nullable(Type.Integer()),
  door: nullableEnum(DOORS, { description: 'The way in by which it was asked; null for old events.' }),
  outcomeMissing: Type.Boolean({
    description: 'Redeemed, and no outcome after `outcomeMinutes` of the organization.',
  }),
});
export type EventItem = Static<typeof EventItemSchema>;

export const EventListQuerySchema = strictObject({
  ...pageProperties,
  agent: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  resource: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  action: Type.Optional(stringEnum(EVENT_ACTIONS)),
  decision: Type.Optional(
    stringEnum([...DECISIONS, 'STOPPED'], {
      description: 'The decision as recorded, not the effective outcome. STOPPED: either REVIEW or BLOCK.',
    }),
  ),
  riskLevel: Type.Optional(stringEnum(RISK_LEVELS)),
  redemption: Type.Optional(
    stringEnum(REDEMPTION_STATUSES, { description: 'With an `outcome`, LAPSED lists acts that ran after their time.' }),
  ),
  outcome: Type.Optional(stringEnum(REPORTED_OUTCOMES)),
  exceeds: Type.Optional(stringEnum(['true'], { description: 'More records than the decision was asked for.' })),
  missing: Type.Optional(stringEnum(['true'], { description: 'Redeemed, and its outcome is missing.' })),
  scanned: Type.Optional(
    stringEnum(['true', 'false'], { description: 'Whether there was a text to scan. Neither: old events.' }),
  ),
  door: Type.Optional(stringEnum(DOORS)),
  session: Type.Optional(
    Type.String({ maxLength: CONTEXT_SESSION_CHARACTERS_MAX, description: 'The `context.session` of the events.' }),
  ),
  from: Type.Optional(dateTime({ description: 'Decided at this moment or later.' })),
  to: Type.Optional(dateTime({ description: 'Decided before this moment.' })),
  ...sandboxProperty,
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'An event id, or a part of the name of the agent, resource or policy; letter case aside.',
    }),
  ),
});
export type EventListQuery = Static<typeof EventListQuerySchema>;

/** Without fields: all of them. */
export const ContextErasureSchema = strictObject({
  fields: Type.Optional(
    Type.Array(stringEnum(CONTEXT_FIELDS), { minItems: 1, uniqueItems: true, description: 'Left out: all of them.' }),
  ),
});
export type ContextErasure = Static<typeof ContextErasureSchema>;

export const EventListSchema = searchedListOf(EventItemSchema);
export type EventList = Static<typeof EventListSchema>;

export const APPROVAL_BARS = ['ASKER', 'COUNTED'] as const;

export const ReviewSchema = Type.Object({
  eventId: uuid(),
  status: stringEnum(REVIEW_STATUSES, { description: 'The current status: a review past `expiresAt` is EXPIRED.' }),
  createdAt: dateTime(),
  expiresAt: dateTime(),
  decidedAt: nullable(dateTime()),
  decidedBy: nullable(
    Type.Object({
      id: uuid(),
      name: nullable(Type.String({ description: 'null when the account is gone.' })),
      role: stringEnum(ROLES, { description: 'The role at the time.' }),
      channel: Type.String(),
    }),
  ),
  note: nullable(Type.String()),
  approverRoles: Type.Array(stringEnum(ROLES), { description: 'Members with these roles may resolve it.' }),
  approverGroups: optionalNames('So may members of these groups; absent without any.'),
  canResolve: Type.Boolean({
    description: 'Whether the review is PENDING, and the caller has one of these roles or is in one of these groups.',
  }),
  escalates: Type.Boolean({
    description: 'Whether the review may be passed on to others. False: its policy does not allow it.',
  }),
  approvals: Type.Object({
    needed: Type.Integer({ description: 'People who have to approve.' }),
    given: Type.Integer({ description: 'Approvals that count now.' }),
    stillFrom: Type.Array(stringEnum(ROLES), { description: 'Roles that may give the rest.' }),
    stillFromGroups: optionalNames('Groups whose members may give the rest; absent without any.'),
    notAsker: Type.Boolean({ description: 'The person who asked for the act may deny it, not approve.' }),
    signed: Type.Boolean({ description: 'Each approval is signed by a passkey of its person.' }),
    validMinutes: nullable(
      Type.Integer({ description: 'How long the act can be redeemed at most; null: as the organization says.' }),
    ),
    grants: Type.Boolean({ description: 'An approver may let the same act through for a time.' }),
    grant: nullable(
      Type.Object(
        {
          until: dateTime(),
          usesMax: nullable(Type.Integer()),
          recordsAffectedMax: Type.Integer(),
          note: nullable(Type.String()),
        },
        { description: 'The grant that the first approval of several asks for, to be made with the last one.' },
      ),
    ),
    by: Type.Array(
      Type.Object({
        id: uuid(),
        name: nullable(Type.String({ description: 'null when the account is gone.' })),
        role: stringEnum(ROLES, { description: 'The role at the time.' }),
        channel: Type.String(),
        at: dateTime(),
        note: nullable(Type.String()),
        counts: Type.Boolean({ description: 'Whether the person may still approve.' }),
      }),
      { description: 'The approvals before the last one, in order. The last one is `decidedBy`.' },
    ),
  }),
  mayNotApprove: nullableEnum(APPROVAL_BARS, {
    description: 'Why the caller may deny it and not approve: they asked for the act, or have approved. null: neither.',
  }),
  agentPaused: Type.Boolean({
    description: 'While the agent is paused, or when it was deleted, the review can be denied, not approved.',
  }),
});
export type Review = Static<typeof ReviewSchema>;

/** A JSON value of a policy or an event: a text, number, boolean, list or null. */
const json = Type.Unknown();

export const policyTrace = Type.Object({
  id: uuid(),
  name: Type.String(),
  decision: stringEnum(DECISIONS),
  mode: stringEnum(POLICY_MODES),
  resource: stringEnum(POLICY_RESOURCES),
  matched: Type.Boolean(),
  decided: Type.Boolean({ description: 'Whether this policy is the `policy` of the event.' }),
  fields: Type.Array(
    Type.Object({
      path: Type.String(),
      expected: json,
      actual: json,
      matched: Type.Boolean(),
      count: Type.Optional(
        Type.Object(
          { of: Type.Integer(), matched: nullable(Type.Integer()) },
          { description: 'For a group, its conditions, and how many matched. For a long list, its length.' },
        ),
      ),
    }),
    { description: 'Each field that the policy sets; a group comes before its conditions.' },
  ),
  isTruncated: Type.Boolean({ description: 'The policy sets more fields than are listed.' }),
  // To be told in a sentence: of those that matched, unless it is too long.
  policy: Type.Optional(ref<PolicyInput>('Policy')),
});
export type PolicyTraceItem = Static<typeof policyTrace>;

const party = Type.Object({
  type: Type.String(),
  id: Type.String(),
  name: nullable(
    Type.String({ description: 'The current name of an API key. Null if it is not a key, or was deleted.' }),
  ),
});

export const EventDetailSchema = Type.Object({
  event: EventItemSchema,
  why: Type.Object({
    riskFactors: Type.Array(Type.Object({ code: Type.String(), points: Type.Integer(), reason: Type.String() }), {
      description: 'Every factor above 0; their sum, at most 100, is the risk score.',
    }),
    policySetVersion: Type.Integer({ description: 'The set of policies that the event was decided under.' }),
    policies: Type.Array(policyTrace, {
      description: 'Policies of that set: those that matched, then others by name.',
    }),
    policiesTotal: Type.Integer({ description: 'How many that set has; `policies` lists some of a large set.' }),
  }),
  review: nullable(ReviewSchema),
  audit: Type.Array(
    Type.Object({
      seq: Type.Integer(),
      at: dateTime(),
      kind: Type.String(),
      actor: party,
      hash: Type.String(),
      prevHash: Type.String(),
    }),
    { description: 'Entries of the audit chain about this event, in order.' },
  ),
});
export type EventDetail = Static<typeof EventDetailSchema>;
