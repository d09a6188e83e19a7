// SPDX-License-Identifier: Apache-2.0
/** The common parts of registered records: figures, references, and the query and answer of their lists. */
import { type Static, type TSchema, Type } from 'typebox';
import { CLASSIFICATIONS, MESSAGE_FAULTS, REFERRER_TYPES, RISK_LEVELS, UPSTREAM_FAULTS } from '../enums.ts';
import { ACTIVITY_DAYS, LIST_SEARCH_CHARACTERS_MAX } from '../limits.ts';
import { dateTime, nullable, nullableEnum, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';

export const named = Type.Object({ id: uuid(), name: Type.String() });
export const namedResource = Type.Object({
  id: uuid(),
  name: Type.String(),
  classification: stringEnum(CLASSIFICATIONS),
});
/** A person who may be gone. */
export const person = Type.Object({
  id: uuid(),
  name: nullable(Type.String({ description: 'null when the account is gone.' })),
});

export const recordTimes = {
  createdAt: dateTime(),
  updatedAt: dateTime({ description: 'Send it with a change: another change in between is then 409 `conflict`.' }),
};

/** In a change: the `updatedAt` that its author saw. */
export const seenProperty = {
  updatedAt: Type.Optional(
    dateTime({ description: 'The one that was read. Left out: the change is made whatever happened since.' }),
  ),
};

/** The query of a list of records. `sorts` are names of fields, the first is the default; `-` turns one round. */
export function recordListQuery<const Sorts extends readonly string[]>(sorts: Sorts, searched: string) {
  return {
    ...pageProperties,
    q: Type.Optional(
      Type.String({ maxLength: LIST_SEARCH_CHARACTERS_MAX, description: `A part of ${searched}, or an id.` }),
    ),
    sort: Type.Optional(
      stringEnum(sortsOf(sorts), { description: `A leading \`-\` means descending. Left out: ${sorts[0]}.` }),
    ),
  };
}

function sortsOf<const Sorts extends readonly string[]>(sorts: Sorts): (Sorts[number] | `-${Sorts[number]}`)[] {
  return sorts.flatMap((sort: Sorts[number]) => [sort, `-${sort}` as const]);
}

export function recordListOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    ...listOf(item).properties,
    total: Type.Integer({ description: 'The number of records on all pages together.' }),
  });
}

/** Decisions of the last 30 days, as recorded. They are counted within some seconds. */
export const ActivitySchema = Type.Object({
  asked: Type.Integer({ description: 'ALLOW, REVIEW and BLOCK together.' }),
  reviewed: Type.Integer(),
  blocked: Type.Integer(),
  stoppedByDay: Type.Array(Type.Integer(), {
    description: `REVIEW and BLOCK of each of the last ${ACTIVITY_DAYS} days of UTC; today is the last.`,
  }),
  riskMax: nullable(Type.Integer({ description: 'The highest risk score; null without a decision.' })),
  riskLevelMax: nullableEnum(RISK_LEVELS),
  lastAt: nullable(dateTime({ description: 'The last decision, however long ago.' })),
});
export type Activity = Static<typeof ActivitySchema>;

/** A record that refers to another one. */
export const ReferrerSchema = Type.Object({ type: stringEnum(REFERRER_TYPES), id: uuid(), name: Type.String() });
export type Referrer = Static<typeof ReferrerSchema>;

export const referrers = Type.Array(ReferrerSchema, {
  description: 'Records that refer to it, the first 50; while there are any it cannot be deleted.',
});

const CONFLICT_REASONS = ['NAME_TAKEN', 'LIST_FULL'] as const;

/** The part of a 409 `conflict` of a record beside its message, so that a person can go on. */
export const ConflictSchema = Type.Object({
  reason: Type.Optional(
    stringEnum(CONFLICT_REASONS, {
      description:
        'Another record has the name, or the organization has as many as it may. Absent for other conflicts.',
    }),
  ),
  current: Type.Optional(
    Type.Unknown({ description: 'The record as it is now, when another change came between; as GET answers it.' }),
  ),
  usedBy: Type.Optional(Type.Array(ReferrerSchema, { description: 'The first 50 records that refer to it.' })),
  usedByTotal: Type.Optional(Type.Integer({ description: 'The number of records that refer to it.' })),
});
export type Conflict = Static<typeof ConflictSchema>;

/** The finding of a call that was made to try an address. Nothing of its answer but the status is kept or shown. */
export const UpstreamCheckSchema = Type.Object({
  reachable: Type.Boolean({ description: 'Whether the host answered, whatever the status.' }),
  host: nullable(Type.String({ description: 'The host that was asked; null when there is none to ask.' })),
  withCredential: Type.Boolean({ description: 'The call was to carry a credential.' }),
  status: nullable(Type.Integer({ description: 'The status of the answer. Null if there was none.' })),
  fault: nullableEnum(UPSTREAM_FAULTS, { description: 'Why there was no whole answer, or none to trust.' }),
  messageFault: nullableEnum(MESSAGE_FAULTS, {
    description: 'Why the chat or ticket system refused the message. Null if it did not refuse it, or was not asked.',
  }),
  latencyMs: Type.Integer(),
});
export type UpstreamCheck = Static<typeof UpstreamCheckSchema>;
