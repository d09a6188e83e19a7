/** What every list of the app takes and answers. */
import { type TSchema, Type } from 'typebox';
import { nullable } from '../schema.ts';

/** Texts, as a query string has them; the server reads a `limit` of 1..200 and a `cursor` of the same list. */
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
