// SPDX-License-Identifier: Apache-2.0
/** The result of evaluating a proposed set of policies over stored events. */
import { type Static, Type } from 'typebox';
import { DECISIONS } from './enums.ts';
import { dateTime, nullable, stringEnum, uuid } from './schema.ts';

/** Facts that an evaluation over stored events cannot know, or takes as they are now. */
export const IMPACT_NOTES = [
  /** Whether a decision fell outside business hours was settled in the time zone of that moment. */
  'TIME_ZONE_THEN',
  /** The risk score is that of the moment: the table of points, open anomalies and the resource's class. */
  'RISK_THEN',
  /** A refusal of an agent stays BLOCK; permissions that changed since are not asked again. */
  'PERMISSIONS_THEN',
  /** Thresholds of risk and the enforcement of the organization are those of now. */
  'SETTINGS_NOW',
  /** Older events were deleted after the organization's retention. */
  'RETENTION',
  /** Time ran out: only the newest events were looked at. */
  'CUT_SHORT',
] as const;

const decisionChange = Type.Object({
  from: stringEnum(DECISIONS, { description: 'The decision under the current policies.' }),
  to: stringEnum(DECISIONS, { description: 'The decision under the proposed policies.' }),
  events: Type.Integer(),
  sampleEventIds: Type.Array(uuid(), { description: 'The newest of the events.' }),
});

const policyPart = Type.Object({
  id: nullable(uuid({ description: 'null: a policy that is not stored.' })),
  name: Type.String(),
  decidesNow: Type.Integer({ description: 'Events that it determines under the current policies.' }),
  wouldDecide: Type.Integer({ description: 'Events that it would have determined.' }),
  changes: Type.Array(decisionChange, {
    description: 'Changed decisions that it would have determined, or no longer would.',
  }),
});

export const PolicyImpactSchema = Type.Object(
  {
    days: Type.Integer(),
    from: dateTime({ description: 'The oldest event that was looked at was decided at this moment or later.' }),
    to: dateTime(),
    complete: Type.Boolean({ description: 'false: cut short; only the newest events were looked at.' }),
    events: Type.Integer({ description: 'LIVE events that were looked at.' }),
    changed: Type.Integer({ description: 'Events whose decision would have been another.' }),
    changes: Type.Array(decisionChange, { description: 'Most events first.' }),
    decisions: Type.Array(
      Type.Object({
        decision: stringEnum(DECISIONS),
        recorded: Type.Integer(),
        now: Type.Integer({ description: 'The decision under the current policies.' }),
        proposed: Type.Integer({ description: 'The decision under the proposed policies.' }),
      }),
      { description: 'The number of events for each decision.' },
    ),
    policies: Type.Array(policyPart, { description: 'Those with a part in a change, most events first.' }),
    policiesTotal: Type.Integer(),
    notes: Type.Array(
      Type.Object({ code: stringEnum(IMPACT_NOTES), message: Type.String({ description: 'An English sentence.' }) }),
    ),
  },
  { $id: 'PolicyImpact' },
);
export type PolicyImpact = Static<typeof PolicyImpactSchema>;
