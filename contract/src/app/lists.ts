// SPDX-License-Identifier: Apache-2.0
/** The query and the answer that all lists of the app share. */
import { type Static, type TSchema, Type } from 'typebox';
import { dateTime, nullable, strictObject, stringEnum } from '../schema.ts';

/** Query string values are texts; the server reads a `limit` of 1..200 and a `cursor` of the same list. */
export const pageProperties = {
  limit: Type.Optional(Type.String()),
  cursor: Type.Optional(Type.String()),
};

/** The query of a list that has no filter. */
export const PageQuerySchema = strictObject(pageProperties);
export type PageQuery = Static<typeof PageQuerySchema>;

export function listOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    items: Type.Array(item),
    nextCursor: nullable(Type.String({ description: 'The cursor of the next page. Null on the last one.' })),
  });
}

/** The answer of a list that can be searched. */
export function searchedListOf<Item extends TSchema>(item: Item) {
  return Type.Object({
    ...listOf(item).properties,
    searchedBackTo: nullable(
      dateTime({
        description:
          'The moment of the oldest item that this page of a search looked at; `nextCursor` goes on from there. null ' +
          'when the search reached the end, and without a search.',
      }),
    ),
  });
}

/** Live decisions and those of TEST keys are never in one list. */
export const sandboxProperty = {
  sandbox: Type.Optional(stringEnum(['true', 'false'], { description: '`true`: of TEST keys. Left out: LIVE.' })),
};
