// SPDX-License-Identifier: Apache-2.0
/** Bodies of the public routes, which need no API key. Only the contact form is in the contract document. */
import { type Static, Type } from 'typebox';
import { DLP_TYPES, LGPD_CATEGORIES, PLANS } from './enums.ts';
import { dateTime, line, multilineText, nullable, strictObject, stringEnum } from './schema.ts';

export const ContactRequestSchema = strictObject(
  {
    name: line({ minLength: 1, maxLength: 120 }),
    email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]{1,64}@[^\\s@]{1,189}$' }),
    company: Type.Optional(line({ maxLength: 200 })),
    message: multilineText({ minLength: 1, maxLength: 4_000 }),
  },
  { $id: 'ContactRequest' },
);
export type ContactRequest = Static<typeof ContactRequestSchema>;

export const ContactResponseSchema = Type.Object({ received: Type.Boolean() }, { $id: 'ContactResponse' });

export const HealthSchema = Type.Object({
  ready: Type.Boolean(),
  status: stringEnum(['ok', 'unavailable']),
  version: Type.String(),
  apiVersion: Type.String(),
  timestamp: dateTime(),
  db: stringEnum(['up', 'down']),
  dbLatencyMs: nullable(Type.Number()),
  uptimeSec: Type.Integer(),
});
export type Health = Static<typeof HealthSchema>;

export const LiveSchema = Type.Object({ live: Type.Boolean() });

export const ReadySchema = Type.Object({
  ready: Type.Boolean(),
  db: stringEnum(['up', 'down']),
  migrated: nullable(Type.Boolean({ description: 'The schema is that of this build, or newer; null when unknown.' })),
});
export type Ready = Static<typeof ReadySchema>;

export const PlansResponseSchema = Type.Object({
  plans: Type.Array(
    Type.Object({
      name: stringEnum(PLANS),
      agents: nullable(Type.Integer()),
      eventsPerMonth: nullable(Type.Integer()),
      retentionDays: nullable(Type.Integer()),
    }),
  ),
});

export const DlpTypesResponseSchema = Type.Object({
  types: Type.Array(
    Type.Object({
      type: stringEnum(DLP_TYPES),
      category: stringEnum(LGPD_CATEGORIES),
      personalData: Type.Boolean(),
      sensitive: Type.Boolean(),
      detection: Type.String(),
    }),
  ),
});

export const ConfigResponseSchema = Type.Object({
  demoEnabled: Type.Boolean(),
  emailConfigured: Type.Boolean(),
  planChangeEnabled: Type.Boolean(),
  billingEnabled: Type.Boolean(),
  signupEnabled: Type.Boolean(),
});
export type PublicConfig = Static<typeof ConfigResponseSchema>;
