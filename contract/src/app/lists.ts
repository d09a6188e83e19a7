/** The query and the answer that all lists of the app share. */
import { type TSchema, Type } from 'typebox';
import { nullable } from '../schema.ts';

/** Query string values are texts; the server reads a `limit` of 1..200 and a `cursor` of the same list. */
export const pageProperties = {
  limit: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String()),
};

export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    nextCursor: nullable(Type.String({ description: 'Of the next page; null on the last one.' })),
  });
}
