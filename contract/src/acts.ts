// SPDX-License-Identifier: Apache-2.0
/** The end of an allowed act: it is redeemed, once and as it was decided, and its outcome is reported. */
import { type Static, Type } from 'typebox';
import { decisionProperties, subjectProperties } from './decisions.ts';
import { EVENT_ACTIONS, REPORTED_OUTCOMES } from './enums.ts';
import { HttpGatewayDecisionSchema, httpCallProperties, mcpCallProperties } from './gateways.ts';
import { RECORDS_AFFECTED_MAX } from './limits.ts';
import { strictObject, stringEnum } from './schema.ts';

/** Every member of the three deciding routes: which of them belong to the event is known once it is read. */
export const RedemptionRequestSchema = strictObject(
  {
    ...subjectProperties,
    action: Type.Optional(stringEnum(EVENT_ACTIONS, { description: 'For an event and for an HTTP call.' })),
    ...httpCallProperties,
    ...mcpCallProperties,
    tool: Type.Optional(mcpCallProperties.tool),
  },
  {
    $id: 'RedemptionRequest',
    description: 'The body that was decided, again. `context` may be left out.',
  },
);
export type RedemptionRequest = Static<typeof RedemptionRequestSchema>;

export const RedeemedDecisionSchema = Type.Object(
  { ...decisionProperties, gateway: Type.Optional(HttpGatewayDecisionSchema.properties.gateway) },
  { $id: 'RedeemedDecision', description: '`gateway` is there for a call of the HTTP gateway.' },
);
export type RedeemedDecision = Static<typeof RedeemedDecisionSchema>;

/** Results hold personal data: a code has no room for them. */
const OUTCOME_CODE_PATTERN = '^[a-z0-9][a-z0-9_.-]{0,63}$';

export const OutcomeReportSchema = strictObject(
  {
    status: stringEnum(REPORTED_OUTCOMES, {
      description: 'UNKNOWN: whether it was done is not known. It never means that it is safe to do again.',
    }),
    recordsAffected: Type.Optional(
      Type.Integer({ minimum: 0, maximum: RECORDS_AFFECTED_MAX, description: 'How many were in fact affected.' }),
    ),
    code: Type.Optional(
      Type.String({ pattern: OUTCOME_CODE_PATTERN, description: 'A code of your own, such as `http.503`; no text.' }),
    ),
  },
  { $id: 'OutcomeReport' },
);
export type OutcomeReport = Static<typeof OutcomeReportSchema>;
