// SPDX-License-Identifier: Apache-2.0
/** The overview: what was decided in a period, why, and what waits now. */
import { type Static, Type } from 'typebox';
import { DLP_TYPES, RISK_LEVELS } from '../enums.ts';
import { NAME_CHARACTERS_MAX, OVERVIEW_REVIEWS_COUNTED_MAX } from '../limits.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { sandboxProperty } from './lists.ts';
import { UsageSchema } from './organization.ts';

export const DashboardQuerySchema = strictObject({
  from: Type.Optional(dateTime({ description: 'Moved back to the start of its hour or day. By default 30 days ago.' })),
  to: Type.Optional(dateTime({ description: 'By default now; at most 400 days after `from`.' })),
  agent: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  resource: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  ...sandboxProperty,
});
export type DashboardQuery = Static<typeof DashboardQuerySchema>;

const count = (description?: string) => Type.Integer(description === undefined ? {} : { description });

/** Decisions as recorded; a resolved review changes none of them. */
const outcomeProperties = {
  events: count('All decisions.'),
  allowed: count(),
  reviewed: count(),
  blocked: count(),
  wouldReview: count('Allowed in monitor mode; full enforcement would have asked a person.'),
  wouldBlock: count('Allowed in monitor mode; full enforcement would have blocked.'),
};

const riskProperties = Object.fromEntries(
  RISK_LEVELS.map((level) => [level.toLowerCase(), count()]),
) as unknown as Record<Lowercase<(typeof RISK_LEVELS)[number]>, ReturnType<typeof count>>;

const totals = Type.Object({ ...outcomeProperties, ...riskProperties, records: count() });
export type DashboardTotals = Static<typeof totals>;

const subject = Type.Object({
  id: uuid(),
  name: nullable(Type.String({ description: 'The current name. Null if it was deleted.' })),
  ...outcomeProperties,
  series: Type.Array(count(), { description: 'Decisions that were stopped, in each bin of `series`.' }),
});
export type DashboardSubject = Static<typeof subject>;

export const CAUSE_KINDS = ['POLICY', 'RISK_REVIEW', 'RISK_BLOCK', 'PAUSED', 'PERMISSION', 'TOOL', 'BUDGET'] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

const cause = Type.Object({
  kind: stringEnum(CAUSE_KINDS),
  policy: nullable(
    Type.Object({
      id: uuid(),
      name: nullable(Type.String({ description: 'The current name. Null if it was deleted.' })),
    }),
  ),
  reviewed: count(),
  blocked: count(),
});
export type DashboardCause = Static<typeof cause>;

export const DashboardSchema = Type.Object({
  from: dateTime(),
  to: dateTime(),
  step: stringEnum(['HOUR', 'DAY'], { description: 'Hours for at most three days.' }),
  timeZone: Type.String({ description: 'IANA name: hours and days begin as they do there.' }),
  countedAt: dateTime({ description: 'Decisions up to about this moment are counted.' }),
  totals,
  previous: Type.Object(
    { from: dateTime(), to: dateTime(), totals },
    { description: 'The period of the same length before this one.' },
  ),
  series: Type.Array(Type.Object({ at: dateTime({ description: 'The start of the bin.' }), ...totals.properties })),
  agents: Type.Array(subject, { description: 'The agents with the most stopped decisions first, at most ten.' }),
  resources: Type.Array(subject, { description: 'The same for resources.' }),
  causes: Type.Array(cause, { description: 'Causes that stopped decisions, the most frequent first, at most ten.' }),
  factors: Type.Array(Type.Object({ code: Type.String(), ...outcomeProperties }), {
    description: 'Factors of the risk score, by the decisions that had them.',
  }),
  findings: Type.Array(Type.Object({ type: stringEnum(DLP_TYPES), ...outcomeProperties }), {
    description: 'Types of sensitive data, by the decisions in whose content they were found.',
  }),
  waiting: Type.Object({
    reviews: count(
      'Reviews that wait for a person now, whatever the period. At most ' +
        `${OVERVIEW_REVIEWS_COUNTED_MAX} are counted: so many stand for so many or more.`,
    ),
    nextExpiresAt: nullable(dateTime()),
    ages: Type.Array(Type.Object({ underMinutes: nullable(Type.Integer()), reviews: count() }), {
      description: 'Those that are counted, by the time since the decision; the last group has no end.',
    }),
  }),
  anomalies: Type.Object({ open: count(), high: count('Open anomalies of the severity HIGH.') }),
  deliveries: Type.Object({
    failingEndpoints: count('Webhook endpoints whose attempts all fail now.'),
    failingSince: nullable(dateTime({ description: 'When the earliest of the failures began.' })),
    disabledEndpoints: count('Webhook endpoints that the service disabled.'),
  }),
  usage: UsageSchema,
});
export type Dashboard = Static<typeof DashboardSchema>;
