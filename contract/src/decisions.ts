// SPDX-License-Identifier: Apache-2.0
/** Deciding an action: the request, and the Decision that every deciding route answers. */
import { type Static, Type } from 'typebox';
import { BUDGET_WINDOWS } from './budget-words.ts';
import {
  CAUSES,
  DECISIONS,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  OUTCOME_SOURCES,
  REDEMPTION_STATUSES,
  REPORTED_OUTCOMES,
  REVIEW_STATUSES,
  RISK_LEVELS,
  ROLES,
} from './enums.ts';
import {
  APPROVALS_MAX,
  CONTENT_CHARACTERS_MAX,
  CONTEXT_DESTINATION_CHARACTERS_MAX,
  CONTEXT_LINK_CHARACTERS_MAX,
  CONTEXT_PURPOSE_CHARACTERS_MAX,
  CONTEXT_SESSION_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  RECORDS_AFFECTED_MAX,
  RISK_SCORE_MAX,
} from './limits.ts';
import { dateTime, line, NEVER_IN_LINE, nullable, optionalNames, strictObject, stringEnum, uuid } from './schema.ts';

/** The words of an agent about its act, for the people who look at it. No rule reads them. */
const context = strictObject(
  {
    purpose: Type.Optional(
      line({ minLength: 1, maxLength: CONTEXT_PURPOSE_CHARACTERS_MAX, description: 'Why, in one line.' }),
    ),
    destinationName: Type.Optional(
      line({
        minLength: 1,
        maxLength: CONTEXT_DESTINATION_CHARACTERS_MAX,
        description: 'The receiver: a person, an address or a system.',
      }),
    ),
    session: Type.Optional(
      Type.String({
        maxLength: CONTEXT_SESSION_CHARACTERS_MAX,
        pattern: '^[A-Za-z0-9._:-]+$',
        description: 'Id of the conversation or run that it belongs to.',
      }),
    ),
    link: Type.Optional(
      Type.String({
        maxLength: CONTEXT_LINK_CHARACTERS_MAX,
        pattern: `^https://[^\\s\\\\/?#@${NEVER_IN_LINE}]+(?:[/?#][^\\s\\\\${NEVER_IN_LINE}]*)?$`,
        description: 'An https address that tells more, such as a ticket. It is never fetched.',
      }),
    ),
  },
  {
    description:
      'Shown to people as the words of the agent; nothing decides by it. Keys, card numbers and health data in it ' +
      'are replaced by their type before it is stored.',
  },
);
export type EventContext = Static<typeof context>;

/** The fields that every deciding route takes, except for the action. */
export const subjectProperties = {
  agent: Type.Optional(
    Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Registered agent name.' }),
  ),
  agentId: Type.Optional(
    uuid({ description: 'Use this or `agent`; one is required unless the API key is bound to an agent.' }),
  ),
  resource: Type.Optional(
    Type.String({ minLength: 1, maxLength: NAME_CHARACTERS_MAX, description: 'Registered resource name.' }),
  ),
  resourceId: Type.Optional(uuid({ description: 'Use this or `resource`; one is required.' })),
  destination: Type.Optional(stringEnum(DESTINATIONS)),
  recordsAffected: Type.Optional(Type.Integer({ minimum: 0, maximum: RECORDS_AFFECTED_MAX })),
  content: Type.Optional(
    Type.String({
      maxLength: CONTENT_CHARACTERS_MAX,
      description: 'Scanned for sensitive data in memory, never stored.',
    }),
  ),
  context: Type.Optional(context),
};

export const EventRequestSchema = strictObject(
  { ...subjectProperties, action: stringEnum(EVENT_ACTIONS) },
  { $id: 'EventRequest' },
);
export type EventRequest = Static<typeof EventRequestSchema>;

const review = Type.Object({
  status: stringEnum(REVIEW_STATUSES),
  expiresAt: nullable(dateTime()),
  decidedAt: nullable(dateTime()),
  note: nullable(Type.String()),
  approvals: Type.Object(
    {
      needed: Type.Integer({ minimum: 1, maximum: APPROVALS_MAX, description: 'People who have to approve.' }),
      given: Type.Integer({ minimum: 0, maximum: APPROVALS_MAX, description: 'Approvals that count now.' }),
      stillFrom: Type.Array(stringEnum(ROLES), {
        description: 'Roles that may give the rest; empty once the review has ended.',
      }),
      stillFromGroups: optionalNames('Groups whose members may give the rest; absent without any.'),
    },
    { description: 'The review is APPROVED with the last approval that it needs.' },
  ),
  url: Type.Optional(Type.String({ description: 'In answers to agents: the page of the review, for people.' })),
});

const redemption = Type.Object(
  {
    status: stringEnum(REDEMPTION_STATUSES),
    redeemableUntil: dateTime({ description: 'From this moment on it is LAPSED, unless it was redeemed.' }),
    redeemedAt: nullable(dateTime()),
  },
  {
    description: 'Whether the act can be run: `POST /v1/events/{id}/redeem` spends it, once. Null unless it is ALLOW.',
  },
);

const outcome = Type.Object(
  {
    status: stringEnum(REPORTED_OUTCOMES, {
      description: 'UNKNOWN: it may have been done, and must not be done again.',
    }),
    recordsAffected: nullable(Type.Integer({ minimum: 0, maximum: RECORDS_AFFECTED_MAX })),
    code: nullable(Type.String()),
    source: stringEnum(OUTCOME_SOURCES),
    reportedAt: dateTime(),
    amendedAt: nullable(dateTime({ description: 'When an UNKNOWN became known.' })),
    exceedsStated: Type.Boolean({
      description: 'More records than the decision was asked for; none asked counts as 0.',
    }),
  },
  { description: 'The result of the act; null while it was not reported.' },
);

/** Bounds only: they name no agent, resource or policy. */
const alternative = Type.Object(
  {
    recordsAffected: Type.Optional(
      Type.Object({ from: Type.Integer({ minimum: 0 }), to: Type.Integer({ minimum: 0 }) }),
    ),
    destination: Type.Optional(stringEnum(['INTERNAL'])),
    businessHours: Type.Optional(Type.Unsafe<true>({ type: 'boolean', enum: [true] })),
    withoutCategories: Type.Optional(
      Type.Array(stringEnum(LGPD_CATEGORIES), { description: 'No data of these categories in `content`.' }),
    ),
  },
  { description: 'Fields that are not there stay as they are.' },
);

const threshold = nullable(
  Type.Integer({
    minimum: 0,
    maximum: RISK_SCORE_MAX,
    description: 'Risk score from which the organization decides so; null unless the risk score decided.',
  }),
);

export const DecisionCauseSchema = Type.Object(
  {
    by: stringEnum(CAUSES, {
      description:
        'POLICY: `policy` decided. RISK: the score reached `threshold`. PAUSED and PERMISSION: the agent may not do ' +
        'this. TOOL: the definition of the tool is not the one that was registered. GRANT: a person let such acts ' +
        'through for a time. BUDGET: `budget` had no room. MODE: the organization only monitors. NOTHING: no policy ' +
        'matched, the score is below the thresholds.',
    }),
    threshold,
    underFullEnforcement: nullable(
      Type.Object(
        {
          decision: stringEnum(DECISIONS),
          by: stringEnum(['POLICY', 'RISK', 'TOOL', 'BUDGET']),
          policy: nullable(
            Type.Object({
              id: nullable(
                Type.String({ description: 'null for a decision of an early release, which kept the name.' }),
              ),
              name: Type.String(),
            }),
          ),
          threshold,
        },
        { description: 'The cause that would have decided without monitor mode. Null if it is the same.' },
      ),
    ),
  },
  { description: 'The cause of the decision, as data: the first sentences of `reasons` say the same.' },
);
export type DecisionCause = Static<typeof DecisionCauseSchema>;

const grant = Type.Object(
  {
    id: uuid(),
    until: dateTime(),
    usesLeft: nullable(Type.Integer({ minimum: 0, description: 'After this decision; null: it has no limit.' })),
  },
  { description: 'The standing permission of a person by which a REVIEW became ALLOW.' },
);
export type DecisionGrant = Static<typeof grant>;

const budget = Type.Object(
  {
    id: uuid(),
    name: Type.String(),
    window: stringEnum(BUDGET_WINDOWS),
    resetsAt: dateTime({ description: 'When its next window begins.' }),
    limit: Type.Optional(Type.Integer({ description: 'Only where the organization tells alternatives.' })),
    used: Type.Optional(Type.Integer({ description: 'Before this decision; told where `limit` is.' })),
  },
  { description: 'The budget that determined the outcome.' },
);
export type DecisionBudget = Static<typeof budget>;

export const decisionProperties = {
  id: uuid({ description: 'Event id.' }),
  decision: stringEnum(DECISIONS, {
    description: 'Outcome recorded on the event; never changes when a review is resolved.',
  }),
  finalDecision: stringEnum(DECISIONS, {
    description: 'Effective outcome now. Run the action only when this is ALLOW.',
  }),
  evaluatedDecision: stringEnum(DECISIONS, {
    description: 'The decision under full enforcement; differs from `decision` in monitor mode.',
  }),
  monitored: Type.Boolean(),
  riskLevel: stringEnum(RISK_LEVELS),
  riskScore: Type.Integer({ minimum: 0, maximum: RISK_SCORE_MAX }),
  reasons: Type.Array(Type.String()),
  policy: nullable(Type.Object({ id: uuid(), name: Type.String() }, { description: 'The matched policy.' })),
  cause: Type.Optional(DecisionCauseSchema),
  grant: nullable(grant),
  budget: nullable(budget),
  dlpFindings: Type.Array(stringEnum(DLP_TYPES), {
    description: 'Types of sensitive data found in `content`, and in what a route with `scanBody` carries.',
  }),
  lgpdCategories: Type.Array(stringEnum(LGPD_CATEGORIES)),
  review: nullable(review),
  quotaExceeded: Type.Boolean({
    description: 'The monthly event quota of the plan is over its limit; the decision was made all the same.',
  }),
  sandbox: Type.Boolean({ description: 'true when created with a TEST key.' }),
  contentScanned: nullable(
    Type.Boolean({
      description: 'Whether there was a text to scan. Without one `dlpFindings` is empty. null for old events.',
    }),
  ),
  actionDigest: nullable(
    Type.String({
      description: 'Digest of the whole act, `sha256:` and 64 hexadecimal digits. null for old events.',
    }),
  ),
  redemption: nullable(redemption),
  outcome: nullable(outcome),
  context: nullable(
    Type.Object(
      {
        purpose: Type.Optional(Type.String()),
        destinationName: Type.Optional(Type.String()),
        session: Type.Optional(Type.String()),
        link: Type.Optional(Type.String()),
      },
      { description: 'The words of the agent, as they are kept; null when it said nothing, or they were erased.' },
    ),
  ),
  alternatives: Type.Optional(
    Type.Array(alternative, {
      description:
        'Smallest changes with which the same action would have been allowed, nearest first. Only where the ' +
        'organization tells them, and the decision is REVIEW or BLOCK by a policy or the risk score.',
    }),
  ),
};

export const DecisionSchema = Type.Object(decisionProperties, { $id: 'Decision' });
export type Decision = Static<typeof DecisionSchema>;
