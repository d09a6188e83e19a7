// SPDX-License-Identifier: Apache-2.0
/** Changes that let more through, and wait for a second person. */
import { type Static, Type } from 'typebox';
import { LOOSER_RECORD_TYPES, PROPOSAL_KINDS, PROPOSAL_STATUSES } from '../proposal-words.ts';
import { dateTime, nullable, strictObject, stringEnum, uuid } from '../schema.ts';
import { listOf, pageProperties } from './lists.ts';
import { AppPolicyDifferenceSchema } from './policy-difference.ts';

const author = Type.Object({
  type: stringEnum(['user', 'key', 'file'], { description: '`file`: a provisioning file.' }),
  id: nullable(uuid()),
  name: nullable(Type.String({ description: 'Null for a file, and when the person or key is gone.' })),
});

const { complete, of, looser, changes } = AppPolicyDifferenceSchema.properties;

/** A change of the settings, field by field. */
const setting = Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() });
export type LooserSetting = Static<typeof setting>;

/** A field of a record. */
const record = Type.Object({
  type: stringEnum(LOOSER_RECORD_TYPES),
  name: Type.String(),
  field: Type.String({ description: '`created` and `deleted` stand for the whole record.' }),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type LooserRecord = Static<typeof record>;

export const LooserSchema = Type.Object({
  policies: nullable(Type.Object({ complete, of, looser, changes })),
  settings: Type.Array(setting),
  records: Type.Array(record),
});
/** All of a change that lets more through. */
export type Looser = Static<typeof LooserSchema>;

export const ProposalSchema = Type.Object({
  id: uuid(),
  kind: stringEnum(PROPOSAL_KINDS),
  status: stringEnum(PROPOSAL_STATUSES),
  subject: nullable(
    Type.String({ description: 'The id of the changed record, or the number of the version of the policies.' }),
  ),
  request: Type.Unknown({ description: 'The body of the request that waits.' }),
  looser: LooserSchema,
  note: nullable(Type.String()),
  author,
  createdAt: dateTime(),
  expiresAt: dateTime(),
  answeredBy: nullable(Type.Object({ id: uuid(), name: nullable(Type.String()) })),
  answeredAt: nullable(dateTime()),
  mayAnswer: Type.Boolean({ description: 'The caller may accept or decline it.' }),
  mayWithdraw: Type.Boolean(),
});
export type Proposal = Static<typeof ProposalSchema>;

export const ProposalListQuerySchema = strictObject({
  ...pageProperties,
  status: Type.Optional(stringEnum(PROPOSAL_STATUSES, { description: 'Left out: all.' })),
});
export type ProposalListQuery = Static<typeof ProposalListQuerySchema>;

export const ProposalListSchema = Type.Object({
  ...listOf(ProposalSchema).properties,
  pending: Type.Integer({ description: 'All that wait.' }),
});
export type ProposalList = Static<typeof ProposalListSchema>;
