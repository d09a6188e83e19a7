// SPDX-License-Identifier: Apache-2.0
/**
 * Types of the calls of app operations, derived from the one table: what each takes and answers. A client whose
 * functions take these refuses a parameter, query field or body field that the operation does not have.
 */
import type { Static, TSchema } from 'typebox';
import type { APP_OPERATIONS, AppOperationId } from './operations.ts';

type Row<Id extends AppOperationId> = (typeof APP_OPERATIONS)[Id];

/** The names in the braces of a path. */
type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

type Parameters<Id extends AppOperationId> = [ParameterName<Row<Id>['path']>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<ParameterName<Row<Id>['path']>, string | number>> };

type Body<Schema> = Schema extends TSchema ? { body: Static<Schema> } : { body?: never };

/** The query of an operation; an empty text and `undefined` stand for a field that is left out. */
export type AppQuery<Id extends AppOperationId> = Row<Id>['query'] extends infer Schema extends TSchema
  ? { readonly [Field in keyof Static<Schema>]?: Static<Schema>[Field] | '' | undefined }
  : never;

/** Parameters of the path, query and body: each as the row says, and forbidden where it has none. */
export type AppInput<Id extends AppOperationId> = Parameters<Id> &
  Body<Row<Id>['body']> &
  ([AppQuery<Id>] extends [never] ? { query?: never } : { query?: AppQuery<Id> });

/** The body of the answer; `undefined` where there is none. A file (200 without a schema) is read by its address. */
export type AppAnswer<Id extends AppOperationId> = Row<Id>['success']['body'] extends infer Schema extends TSchema
  ? Static<Schema>
  : undefined;

/** Operations that answer a list by pages. */
export type AppListId = {
  [Id in AppOperationId]: AppAnswer<Id> extends { items: unknown[]; nextCursor: string | null } ? Id : never;
}[AppOperationId];
