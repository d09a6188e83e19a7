// SPDX-License-Identifier: Apache-2.0
/** Grants: standing permissions that a person gave with an approval, as people make, list and end them. */
import { type Static, Type } from 'typebox';
import { DESTINATIONS, DLP_TYPES, EVENT_ACTIONS } from '../enums.ts';
import { GRANT_END_REASONS, GRANT_HINDRANCES, GRANT_STATUSES } from '../grant-words.ts';
import {
  GRANT_USES_MAX,
  LIST_SEARCH_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
  RECORDS_AFFECTED_MAX,
  REVIEW_NOTE_CHARACTERS_MAX,
} from '../limits.ts';
import { dateTime, multilineText, nullable, nullableEnum, strictObject, stringEnum, uuid } from '../schema.ts';
import { pageProperties, searchedListOf } from './lists.ts';

/** A grant that an approver asks for. All else is copied from the act. */
export const GrantRequestSchema = strictObject({
  until: dateTime({ description: 'In the future, and within `grantHoursMax` of the organization.' }),
  usesMax: Type.Optional(
    Type.Integer({ minimum: 1, maximum: GRANT_USES_MAX, description: 'Left out: as often as it is asked for.' }),
  ),
  recordsAffectedMax: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: RECORDS_AFFECTED_MAX,
      description: 'At most the number of the act, which it is when left out.',
    }),
  ),
  note: Type.Optional(
    multilineText({ maxLength: REVIEW_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no note.' }),
  ),
});
export type GrantRequest = Static<typeof GrantRequestSchema>;

const named = Type.Object({ id: uuid(), name: nullable(Type.String({ description: 'The present one; null: gone.' })) });

const call = nullable(
  Type.Object(
    {
      protocol: Type.String(),
      routeId: nullable(uuid()),
      method: nullable(Type.String()),
      tool: nullable(Type.String()),
    },
    { description: 'The call of a gateway, as far as it is bound.' },
  ),
);

export const GrantSchema = Type.Object({
  id: uuid(),
  status: stringEnum(GRANT_STATUSES, { description: 'LIVE: it lets acts through now.' }),
  agent: named,
  action: stringEnum(EVENT_ACTIONS),
  resource: named,
  destination: nullableEnum(DESTINATIONS, { description: 'Exactly this one; null: acts without one alone.' }),
  call,
  dlpTypes: Type.Array(stringEnum(DLP_TYPES), { description: 'Findings in content may be of these types alone.' }),
  recordsAffectedMax: Type.Integer(),
  policy: nullable(named),
  until: dateTime({ description: 'From this moment on it lets nothing through.' }),
  usesMax: nullable(Type.Integer()),
  uses: Type.Integer(),
  eventId: uuid({ description: 'The event whose approval made it.' }),
  madeAt: dateTime(),
  madeBy: named,
  note: nullable(Type.String()),
  endedAt: nullable(dateTime()),
  endedReason: nullableEnum(GRANT_END_REASONS),
  endedBy: nullable(named),
  endNote: nullable(Type.String({ description: 'Why the person ended it.' })),
  mayEnd: Type.Boolean({ description: 'The caller may end it.' }),
});
export type Grant = Static<typeof GrantSchema>;

export const GrantListQuerySchema = strictObject({
  ...pageProperties,
  agent: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  resource: Type.Optional(Type.String({ maxLength: NAME_CHARACTERS_MAX, description: 'Name or id.' })),
  action: Type.Optional(stringEnum(EVENT_ACTIONS)),
  status: Type.Optional(stringEnum(GRANT_STATUSES)),
  maker: Type.Optional(uuid({ description: 'The person who made it.' })),
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'A grant id, or a part of the name of the agent or resource; letter case aside.',
    }),
  ),
});
export type GrantListQuery = Static<typeof GrantListQuerySchema>;

export const GrantListSchema = searchedListOf(GrantSchema);
export type GrantList = Static<typeof GrantListSchema>;

export const GrantEndSchema = strictObject({
  reason: Type.Optional(
    multilineText({ maxLength: REVIEW_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no reason.' }),
  ),
});
export type GrantEnd = Static<typeof GrantEndSchema>;

/** How a grant for the act of a review would look, before it is asked for. */
export const GrantOutlookSchema = Type.Object({
  hindrance: nullableEnum(GRANT_HINDRANCES, {
    description: 'Why no grant may be made for such an act; null: one may.',
  }),
  guardrail: nullable(Type.String({ description: 'For GUARDRAIL: its name.' })),
  untilMax: nullable(dateTime({ description: 'The last end that the organization allows; null: it allows none.' })),
  recordsAffectedMax: nullable(Type.Integer({ description: 'The number of the act.' })),
  call,
  alike: Type.Integer({ description: 'Other reviews of the last 30 days that such a grant would have answered.' }),
});
export type GrantOutlook = Static<typeof GrantOutlookSchema>;

/** Grants that would have answered many reviews of the last 30 days. None of them is made by this. */
export const GrantProposalsSchema = Type.Object({
  reviews: Type.Integer({ description: 'Reviews of the last 30 days that a policy or the risk score asked for.' }),
  answered: Type.Integer({ description: 'Those that all proposals together would have answered.' }),
  items: Type.Array(
    Type.Object({
      agent: named,
      action: stringEnum(EVENT_ACTIONS),
      resource: named,
      destination: nullableEnum(DESTINATIONS),
      call,
      dlpTypes: Type.Array(stringEnum(DLP_TYPES)),
      recordsAffectedMax: Type.Integer(),
      policy: nullable(named),
      answers: Type.Integer({ description: 'Reviews that it would have answered.' }),
      eventId: uuid({ description: 'The last act of it that was approved, or waits.' }),
      isAllowed: Type.Boolean({ description: 'The policy, or the settings, let its approver make a grant.' }),
    }),
    { description: 'The one that answers most first. Acts of which one was denied are left out.' },
  ),
});
export type GrantProposals = Static<typeof GrantProposalsSchema>;
