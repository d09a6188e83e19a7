// SPDX-License-Identifier: Apache-2.0
/** Reviews as people list and resolve them. */
import { type Static, type TProperties, Type } from 'typebox';
import { REVIEW_STATUSES } from '../enums.ts';
import { LIST_SEARCH_CHARACTERS_MAX, REVIEW_NOTE_CHARACTERS_MAX, WAITING_REVIEWS_COUNTED_MAX } from '../limits.ts';
import { multilineText, strictObject, stringEnum, uuid } from '../schema.ts';
import { EventItemSchema, ReviewSchema } from './events.ts';
import { GrantRequestSchema } from './grants.ts';
import { pageProperties, sandboxProperty, searchedListOf } from './lists.ts';
import { authenticatorAnswer, PasskeySigningOptionsSchema } from './passkeys.ts';

export const REVIEW_SORTS = ['-risk'] as const;

export const ReviewListQuerySchema = strictObject({
  ...pageProperties,
  status: Type.Optional(
    stringEnum(REVIEW_STATUSES, { description: 'PENDING: what expires soonest comes first; else the newest.' }),
  ),
  sort: Type.Optional(stringEnum(REVIEW_SORTS, { description: 'With `status` PENDING alone: the riskiest first.' })),
  ...sandboxProperty,
  q: Type.Optional(
    Type.String({
      maxLength: LIST_SEARCH_CHARACTERS_MAX,
      description: 'An event id, or a part of the name of the agent, resource or policy; letter case aside.',
    }),
  ),
});
export type ReviewListQuery = Static<typeof ReviewListQuerySchema>;

export const ReviewItemSchema = Type.Object({ ...ReviewSchema.properties, event: EventItemSchema });
export type ReviewItem = Static<typeof ReviewItemSchema>;

export const ReviewListSchema = searchedListOf(ReviewItemSchema);
export type ReviewList = Static<typeof ReviewListSchema>;

export const WaitingReviewsSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      organizationId: uuid(),
      waiting: Type.Integer({
        maximum: WAITING_REVIEWS_COUNTED_MAX,
        description: 'Live reviews that the person may resolve there. The greatest number means that or more.',
      }),
    }),
  ),
});
export type WaitingReviews = Static<typeof WaitingReviewsSchema>;

export const NoteErasureQuerySchema = strictObject({
  accountId: Type.Optional(
    uuid({
      description: 'Whose approval it is, of several; left out: the note of the person who resolved the review.',
    }),
  ),
});
export type NoteErasureQuery = Static<typeof NoteErasureQuerySchema>;

const resolution = {
  note: Type.Optional(
    multilineText({ maxLength: REVIEW_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no note.' }),
  ),
} satisfies TProperties;

export const ReviewResolutionSchema = strictObject(resolution);
export type ReviewResolution = Static<typeof ReviewResolutionSchema>;

export const ReviewApprovalSchema = strictObject({
  ...resolution,
  grant: Type.Optional(GrantRequestSchema),
  signature: Type.Optional(
    strictObject(
      { response: authenticatorAnswer },
      { description: 'Needed where `approvals.signed` is true, and taken elsewhere too.' },
    ),
  ),
});
export type ReviewApproval = Static<typeof ReviewApprovalSchema>;

/** The grant is signed with the approval. */
export const ApprovalOptionsRequestSchema = strictObject({ grant: Type.Optional(GrantRequestSchema) });
export type ApprovalOptionsRequest = Static<typeof ApprovalOptionsRequestSchema>;

export const ApprovalOptionsSchema = Type.Object({
  statement: Type.String({ description: 'The text that is signed, in canonical JSON. `challenge` is its SHA-256.' }),
  options: PasskeySigningOptionsSchema,
});
export type ApprovalOptions = Static<typeof ApprovalOptionsSchema>;
