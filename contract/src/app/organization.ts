/** The current organization: its settings, and its use of the plan. */
import { type Static, Type } from 'typebox';
import { PLANS, POLICY_MODES } from '../enums.ts';
import { dateTime, nullable, stringEnum, uuid } from '../schema.ts';

export const OrganizationSchema = Type.Object({
  id: uuid(),
  name: Type.String(),
  plan: stringEnum(PLANS),
  timeZone: Type.String({ description: 'IANA name.' }),
  enforcement: stringEnum(POLICY_MODES),
  reviewExpiryMinutes: Type.Integer(),
  riskReviewAt: Type.Integer(),
  riskBlockAt: Type.Integer(),
  eventsPerMonth: nullable(Type.Integer({ description: 'A contract value, else that of the plan; null: no limit.' })),
  agentsMax: nullable(Type.Integer()),
  retentionDays: nullable(Type.Integer()),
  createdAt: dateTime(),
});
export type Organization = Static<typeof OrganizationSchema>;

export const UsageSchema = Type.Object({
  month: Type.String({ description: 'UTC, `YYYY-MM`.' }),
  events: Type.Integer({ description: 'LIVE events of the month so far.' }),
  eventsPerMonth: nullable(Type.Integer()),
  quotaExceeded: Type.Boolean(),
  agents: Type.Integer(),
  agentsMax: nullable(Type.Integer()),
});
export type Usage = Static<typeof UsageSchema>;
