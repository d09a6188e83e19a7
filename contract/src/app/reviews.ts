/** Reviews as people list and resolve them. */
import { type Static, Type } from 'typebox';
import { REVIEW_STATUSES } from '../enums.ts';
import { LIST_SEARCH_CHARACTERS_MAX, REVIEW_NOTE_CHARACTERS_MAX } from '../limits.ts';
import { strictObject, stringEnum } from '../schema.ts';
import { EventItemSchema, ReviewSchema } from './events.ts';
import { listOf, pageProperties } from './lists.ts';

export const ReviewListQuerySchema = strictObject({
  ...pageProperties,
  status: Type.Optional(stringEnum(REVIEW_STATUSES)),
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

export const ReviewListSchema = listOf(ReviewItemSchema);
export type ReviewList = Static<typeof ReviewListSchema>;

export const ReviewResolutionSchema = strictObject({
  note: Type.Optional(
    Type.String({ maxLength: REVIEW_NOTE_CHARACTERS_MAX, description: 'Blank text counts as no note.' }),
  ),
});
export type ReviewResolution = Static<typeof ReviewResolutionSchema>;
